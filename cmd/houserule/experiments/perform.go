package experiments

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/flags"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/results"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/terminal"
	"houserule/cmd/houserule/usage"
	"houserule/engine/experiment"
	"houserule/engine/library/files"
	"houserule/engine/sim"
)

// experimentOptions holds the values of the flags that all experiments have.
type experimentOptions struct {
	results.Form
	battles flags.Battles
	workers flags.Workers
	direct  bool
	shard   flags.Shard
	until   untilOptions
}

// flags adds the flags of an experiment to a command; defaultN is the number of battles
// without -n.
func (o *experimentOptions) flags(cmd *cobra.Command, defaultN int64) {
	o.wholeFlags(cmd, defaultN)
	cmd.Flags().Var(&o.shard, "shard", "with --json: play only part `K/M` of the battles, such as 3/64, for houserule merge")
}

// wholeFlags adds the flags of an experiment that cannot be played in shards.
func (o *experimentOptions) wholeFlags(cmd *cobra.Command, defaultN int64) {
	f := cmd.Flags()
	o.battles = flags.Battles(defaultN)
	f.VarP(&o.battles, "battles", "n", "play `N` battles, with consecutive seeds")
	f.Var(&o.workers, "workers", "play on `N` cores, with the same results (default: all cores)")
	f.BoolVar(&o.direct, "direct", false, "play every battle by the rules, without the shortcut through known positions: slower, with the same results")
	o.Form.Flags(cmd)
}

// untilOptions holds the values of the flags of a run that may stop at any moment.
type untilOptions struct {
	halfWidth, difference flags.Share // 0: it does not stop by this
	falseAlarms, misses   flags.Share
}

// untilBattles is the default limit of a run that may stop at any moment.
const untilBattles = 100_000_000

// untilFlag adds the flag of a run that stops when the intervals of some shares are narrow.
func (o *experimentOptions) untilFlag(cmd *cobra.Command, of string) {
	cmd.Flags().Var(&o.until.halfWidth, "until", "stop when the intervals of "+of+" reach at most this `share` up and down, such as 0.5%")
}

// decideFlags adds the flags of a run that stops when tests are decided.
func (o *experimentOptions) decideFlags(cmd *cobra.Command) {
	o.until.falseAlarms, o.until.misses = 0.05, 0.2
	f := cmd.Flags()
	f.Var(&o.until.difference, "decide", "stop when it is decided under which rules the first side wins more often, for differences from this `share`, such as 0.5%")
	f.Var(&o.until.falseAlarms, "false-alarms", "with --decide: in runs without a difference, find one in at most this `share`")
	f.Var(&o.until.misses, "misses", "with --decide: in runs with a difference, miss it in at most this `share`")
}

// mayStop raises the number of battles of a run that may stop at any moment, unless -n sets it.
func (o *experimentOptions) mayStop(cmd *cobra.Command) error {
	f, decides := cmd.Flags(), o.until.difference > 0
	switch {
	case o.until.halfWidth > 0 && decides:
		return usage.Errorf("--until and --decide: a run can only stop by one of them: leave the other out")
	case !decides && (f.Changed("false-alarms") || f.Changed("misses")):
		return usage.Errorf("--false-alarms and --misses are for --decide: add it, as in --decide 0.5%%")
	}
	if o.until.plan() != nil && !f.Changed("battles") {
		o.battles = untilBattles
	}
	return nil
}

// plan returns the condition that ends a plan; nil: all its battles are played.
func (o untilOptions) plan() *experiment.Until {
	switch {
	case o.halfWidth > 0:
		return &experiment.Until{HalfWidth: experiment.Number(o.halfWidth)}
	case o.difference > 0:
		return &experiment.Until{Difference: experiment.Number(o.difference), FalseAlarms: experiment.Number(o.falseAlarms), Misses: experiment.Number(o.misses)}
	}
	return nil
}

func (o *experimentOptions) check() error {
	switch {
	case o.shard.IsAll():
		return o.Form.Check()
	case o.until.plan() != nil:
		return usage.Errorf("--shard and --until or --decide: the end of such a run depends on all earlier battles, and a shard knows only its own: leave one of them out")
	case !o.JSON:
		return usage.Errorf("--shard writes a part for houserule merge, which is JSON: add --json")
	case o.CSV || o.Report != "":
		return usage.Errorf("--shard writes a part for houserule merge: give --csv and --report there")
	}
	return nil
}

// perform sets the fields of a plan that all kinds share, plays it, and prints its results
// in the form of the flags.
func (r *planRunner) perform(cmd *cobra.Command, p experiment.Plan, o experimentOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	p.Battles, p.Until = cmp.Or(p.Battles, int64(o.battles)), o.until.plan()
	if r.mods.OnError != "stop" {
		p.OnError = r.mods.OnError
	}
	p.Program, p.Command = usage.Version(), usage.CommandLine(cmd)
	shard := o.shard.Shard
	if err := checkSize(p); err != nil && !shard.IsAll() {
		return err
	}
	r.options = experiment.Options{Workers: int(o.workers), Direct: o.direct}
	ctx, stop := usage.Interruptible(cmd)
	defer stop()
	from, to := shard.Range(p.Battles)
	bar := terminal.NewProgress(terminal.Ungated(cmd.ErrOrStderr()), (to-from)*int64(len(p.Trials)), p.Until != nil)
	all := r.options
	all.Shard, all.Progress = shard, bar.At
	found, failed := p.Run(ctx, r, all)
	bar.Clear()
	if failed != nil && (!shard.IsAll() || experiment.Played(found) == 0) {
		return failed
	}
	interrupted := ""
	if played, planned, cut := p.Cut(shard, found); failed != nil || cut && ctx.Err() != nil {
		why := "interrupted"
		if failed != nil {
			why = "ended by an error"
		}
		interrupted = fmt.Sprintf("%s after %s of %s battles", why, experiment.Thousands(played), experiment.Thousands(planned))
	}
	switch {
	case failed != nil:
		over, end := context.WithCancel(ctx)
		end() // nothing more is played
		err := r.print(over, cmd.OutOrStdout(), p, found, o.Form, interrupted)
		if errors.Is(err, repl.ErrInterrupted) {
			err = nil
		}
		return errors.Join(failed, err)
	case shard.IsAll():
		return r.print(ctx, cmd.OutOrStdout(), p, found, o.Form, interrupted)
	case interrupted != "":
		fmt.Fprintf(cmd.ErrOrStderr(), "houserule: %s: no part is written, because a part must be complete\n", interrupted)
		return repl.ErrInterrupted
	}
	return experiment.NewShardResult(p, shard, found).Write(cmd.OutOrStdout())
}

// checkSize refuses, before it is played, a plan whose parts might be too large to
// be read again: at most half of a part is results.
func checkSize(p experiment.Plan) error {
	text, err := json.Marshal(p)
	if err == nil && len(text) > files.MaxPart/2 {
		err = usage.Errorf("--shard: the plan has %s and %d bytes, and a part can be merged whose plan has at most %d: play less at a time", screen.Count(len(p.Trials), "trial"), len(text), files.MaxPart/2)
	}
	return err
}

// print prints the results of a plan. Where they are incomplete it returns
// repl.ErrInterrupted, or the error that ended them.
func (r *planRunner) print(ctx context.Context, out io.Writer, p experiment.Plan, found []*sim.Result, o results.Form, interrupted string) error {
	result, failed := r.result(ctx, p, found)
	if result == nil {
		return failed
	}
	err := o.Print(out, result, results.Facts(p), interrupted)
	if err != nil || failed != nil {
		return errors.Join(failed, err)
	}
	if interrupted != "" || broken(result) {
		return repl.ErrInterrupted
	}
	return nil
}

// broken reports whether a repair was interrupted.
func broken(result any) bool {
	switch r := result.(type) {
	case *experiment.Ranking:
		return r.Broken
	case *experiment.Panel[*experiment.Ranking]:
		return slices.ContainsFunc(r.Lineups, func(one *experiment.Ranking) bool { return one.Broken })
	}
	return false
}
