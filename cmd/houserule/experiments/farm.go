package experiments

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"houserule/cmd/houserule/farm"
	"houserule/cmd/houserule/flags"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/usage"
	"houserule/engine/experiment"
	"houserule/engine/sim"
)

// farmOptions holds the values of the flags of houserule farm.
type farmOptions struct {
	experimentOptions // farm has flags for some of these
	slurm             bool
	folder            string
	shards            int64
	twice             flags.Gap
	tries             int
	poll              time.Duration
	exclude           []string
	sbatch            string
}

func newFarm(mods *games.Resolver) *cobra.Command {
	var o farmOptions
	cmd := &cobra.Command{
		Use:   "farm --slurm -- COMMAND...",
		Short: "Run a command on the nodes of a Slurm cluster",
		Long: `Run a command that has --shard on the nodes of a Slurm cluster, and print what one
machine would have printed, byte for byte.

farm divides the run into shards, submits them as an array of jobs, and watches the
queue until all parts are written. If a job fails or vanishes, its shard is submitted
again, at most --tries times, to another node if there is one. Then the parts are
merged.

A sample of the shards, --twice, runs on two nodes, and the two parts are compared. If
they differ, a third node shows which of the two computes wrongly.

--until and --decide stop a run as they do on one machine, but at fewer moments: farm
plays a small round of shards first, and then rounds as large as all rounds before,
until their results are enough. -n of the command is then the largest number of
battles (100,000,000 by default).

The folder holds the parts, their logs and the job script. It must lie on a disk that
all nodes share, and so must the program and its mods. Ctrl-C leaves the jobs in the
queue. Run the same command with the same folder to continue: parts that are already
there are not played again.`,
		Example: `  houserule farm --slurm -- sim siege -n 1000000000 --seed 1
  houserule farm --slurm --until 0.1% -- compare siege --with morale
  houserule farm --slurm --shards 500 --folder orcs --sbatch "--partition=short --cpus-per-task=4" --report orcs.html -- compare duel --with ./orcs -n 100000000`,
		Args: func(cmd *cobra.Command, words []string) error {
			if cmd.ArgsLenAtDash() != 0 {
				return usage.Errorf("farm takes a command after --, as in houserule farm --slurm -- sim siege -n 1000000")
			}
			return usage.Arguments(1, -1)(cmd, words)
		},
		RunE: func(cmd *cobra.Command, words []string) error {
			return runFarm(cmd, mods, words, o)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.slurm, "slurm", false, "submit to Slurm; sbatch, squeue and sinfo must be in PATH")
	f.StringVar(&o.folder, "folder", "farm", "keep the parts in this `folder`")
	f.Int64Var(&o.shards, "shards", 64, "divide the run into `N` shards")
	o.twice = 0.02
	f.Var(&o.twice, "twice", "run this `share` of the shards on two nodes and compare: at least one shard, or none if 0")
	f.IntVar(&o.tries, "tries", 3, "submit a shard at most `N` times")
	f.DurationVar(&o.poll, "poll", 10*time.Second, "look at the queue this often, such as 30s")
	f.StringSliceVar(&o.exclude, "exclude", nil, "run nothing on these `nodes`")
	f.StringVar(&o.sbatch, "sbatch", "", "further `options` for sbatch, separated by blanks")
	o.untilFlag(cmd, "what the command counts")
	o.decideFlags(cmd)
	o.Form.Flags(cmd)
	return cmd
}

func (o *farmOptions) check(cmd *cobra.Command) error {
	var misplaced error
	cmd.InheritedFlags().VisitAll(func(f *pflag.Flag) {
		if f.Changed {
			misplaced = usage.Errorf("--%s is of the command that is played: give it after --", f.Name)
		}
	})
	switch {
	case misplaced != nil:
		return misplaced
	case !o.slurm:
		return usage.Errorf("farm plays on a Slurm cluster: add --slurm (docs/scale.md has other ways to many machines)")
	case o.shards < 1 || o.shards > experiment.MaxShards:
		return usage.Errorf("--shards takes a whole number from 1 to %d, not %d", experiment.MaxShards, o.shards)
	case o.tries < 1:
		return usage.Errorf("--tries takes a whole number from 1, not %d", o.tries)
	case o.poll <= 0:
		return usage.Errorf("--poll takes a duration above 0, not %v", o.poll)
	}
	if err := o.mayStop(cmd); err != nil {
		return err
	}
	return o.Form.Check()
}

func runFarm(cmd *cobra.Command, mods *games.Resolver, words []string, o farmOptions) error {
	if err := o.check(cmd); err != nil {
		return err
	}
	played, words, err := o.farmed(cmd, words)
	if err != nil {
		return err
	}
	ctx, stop := usage.Interruptible(cmd)
	defer stop()
	f := &farm.Farm{
		Slurm: farm.Slurm{Options: strings.Fields(o.sbatch), Exclude: o.exclude},
		Tries: o.tries, Twice: float64(o.twice), Poll: o.poll,
		Note: func(format string, args ...any) { fmt.Fprintf(cmd.ErrOrStderr(), "farm: "+format+"\n", args...) },
	}
	if err := f.Check(ctx); err != nil { // before anything is written
		return err
	}
	p, found, err := o.play(ctx, f, played, words)
	if err != nil {
		return err
	}
	return newPlanRunner(mods).print(ctx, cmd.OutOrStdout(), p, found, o.Form, "")
}

// play plays rounds of a command, all or until they are enough, and returns their results.
func (o *farmOptions) play(ctx context.Context, f *farm.Farm, played *cobra.Command, words []string) (p experiment.Plan, found []*sim.Result, err error) {
	until := o.until.plan()
	var parts []*experiment.ShardResult
	for _, round := range farm.Rounds(o.shards, int64(o.battles), o.until.plan() != nil) {
		if err := o.prepare(&round, played, words); err != nil {
			return p, nil, err
		}
		more, err := f.Play(ctx, round)
		switch {
		case errors.Is(err, farm.ErrOtherRun):
			return p, nil, usage.Errorf("%s holds the parts of another run, of the command in its job.sh: name another --folder", round.Folder)
		case ctx.Err() != nil:
			f.Note("interrupted: the jobs continue, and the same command collects their parts; scancel --name=%s ends them", round.Name)
			return p, nil, repl.ErrInterrupted
		case err != nil:
			return p, nil, err
		}
		parts = append(parts, more...)
		if p, found, err = experiment.MergeFirst(parts); err != nil || until == nil {
			return p, found, err
		}
		p.Until, p.Command = until, "houserule "+usage.Shell(slices.Concat([]string{"farm", "--slurm"}, o.rule(), []string{"--"}, words))
		enough, err := p.Reached(found)
		if err != nil || enough {
			return p, found, err
		}
		f.Note("%s of each trial are not enough yet", experiment.Counted(found[0].Arms[0].Battles, "battle"))
	}
	return p, found, nil
}

// rule returns the flags that end a run.
func (o *farmOptions) rule() []string {
	shards := []string{"--shards", strconv.FormatInt(o.shards, 10)}
	if o.until.halfWidth > 0 {
		return append(shards, "--until", o.until.halfWidth.String())
	}
	return append(shards, "--decide", o.until.difference.String(), "--false-alarms", o.until.falseAlarms.String(), "--misses", o.until.misses.String())
}

// farmed returns the command that words name, after it has played two battles here, or one battle
// for an odd number, which may be refused: a mistake in it would fail on every node. It adds the
// number of battles to the words of a run that may stop.
func (o *farmOptions) farmed(cmd *cobra.Command, words []string) (*cobra.Command, []string, error) {
	played, rest, err := cmd.Root().Find(words)
	if err != nil {
		return nil, nil, &usage.Error{Err: err}
	}
	if played.Flags().Lookup("shard") == nil {
		return nil, nil, usage.Errorf("farm plays commands that have --shard, as sim has; %s has not", played.CommandPath())
	}
	if err := played.ParseFlags(rest); err != nil {
		return nil, nil, flags.Error(played, err)
	}
	f := played.Flags()
	for _, name := range []string{"shard", "json", "csv", "report", "until", "decide"} {
		if f.Changed(name) {
			return nil, nil, usage.Errorf("--%s: farm divides, merges and prints: give it before --, or leave it out", name)
		}
	}
	if err := played.ValidateArgs(f.Args()); err != nil {
		return nil, nil, err
	}
	if o.until.difference > 0 && f.Lookup("decide") == nil {
		return nil, nil, usage.Errorf("--decide says which of several is better, and %s has one", played.CommandPath())
	}
	number := f.Lookup("battles")
	if o.until.plan() != nil && !number.Changed {
		words = append(slices.Clip(words), "-n", o.battles.String())
		if err := f.Set("battles", o.battles.String()); err != nil {
			return nil, nil, err
		}
	}
	battles := number.Value.String()
	if err := o.battles.Set(battles); err != nil {
		return nil, nil, err
	}
	for name, value := range map[string]string{"battles": strconv.FormatInt(2-int64(o.battles)%2, 10), "shard": "1/1", "json": "true"} {
		if err := f.Set(name, value); err != nil {
			return nil, nil, err
		}
	}
	played.SetContext(cmd.Context())
	played.SetOut(io.Discard)
	if err := cmd.Root().PersistentPreRunE(played, f.Args()); err != nil {
		return nil, nil, err
	}
	if err := played.RunE(played, f.Args()); err != nil {
		return nil, nil, err
	}
	return played, words, f.Set("battles", battles)
}

// jobScript is the script of a job: it plays the shard of its index. Slurm has opened
// its log, whose name cannot contain the node before the job runs.
const jobScript = `#!/bin/sh
set -eu
cd %s
k=$SLURM_ARRAY_TASK_ID # from 1, as shards are
folder=%s
part=$folder/$k.$SLURMD_NODENAME.$SLURM_ARRAY_JOB_ID
mv "$folder/$k.$SLURM_ARRAY_JOB_ID.log" "$part.log"
%s --shard "$k/%d" --json > "$part.tmp"
mv "$part.tmp" "$part.json" # whole, or not there
`

// prepare names the folder of a round and writes the script of its jobs.
func (o *farmOptions) prepare(r *farm.Round, played *cobra.Command, words []string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	r.Folder = filepath.Join(o.folder, strconv.FormatInt(r.Of, 10))
	place, err := filepath.Abs(r.Folder)
	if err != nil {
		return err
	}
	line := usage.Shell(append([]string{program}, words...))
	if !played.Flags().Changed("workers") {
		line += ` --workers "${SLURM_CPUS_PER_TASK:-1}"`
	}
	r.Name = fmt.Sprintf("houserule-%.16s", strings.TrimPrefix(experiment.Hash([]byte(place)), "sha256:"))
	r.Script = fmt.Sprintf(jobScript, usage.Quoted(here), usage.Quoted(place), line, r.Of)
	return nil
}
