package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/terminal"
	"houserule/cmd/houserule/usage"
	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/experiment"
	"houserule/engine/library"
	"houserule/engine/odds"
)

// solveOptions is what the flags of houserule solve say.
type solveOptions struct {
	matchOptions
	json   bool
	states int
	within gap
}

func newSolve(mods *games.Resolver) *cobra.Command {
	o := solveOptions{matchOptions: matchOptions{mods: mods, players: lineupFlag{texts: []string{"greedy"}}}}
	cmd := &cobra.Command{
		Use:   "solve [SCENARIO]",
		Short: "Tell the value of a battle with best play of both sides",
		Long: `Tell how a battle ends if both sides play best: the chance that the first side wins,
a draw counted as a half. It is found by playing every answer and every die through
the rules, with all mods, and counting back from the ends. What roundings can do to
it is part of the bounds that are printed.

The answers to the first question come with it: how many points of winning chance
each loses against the best one. Dice that are rolled before it are those of --seed.

It is for two sides that see everything. Where answers are given in secret, where
units are hidden, and for three sides and more, the player search plays well. Of a
battle with more states than --states the value is given between bounds, which are
certain; so it is when Ctrl-C ends the search.`,
		Example: `  houserule solve skirmish
  houserule solve border --json
  houserule solve --aggressor "1 orc, 1 squire" --defender "1 bandit, 1 ghoul"
  houserule sim skirmish --players best,greedy`,
		Args:              arguments(0, 1),
		ValidArgsFunction: mods.CompleteScenarios(),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.of(args)
			return tellBest(cmd, o)
		},
	}
	o.matchOptions.flags(cmd)
	cmd.Flags().BoolVar(&o.json, "json", false, "print JSON")
	cmd.Flags().IntVar(&o.states, "states", odds.DefaultStates, "print bounds when the battle has more states that matter")
	cmd.Flags().Var(&o.within, "within", "print bounds when they are no further apart than this `share`, as in 1% or 0.01")
	return cmd
}

// A solution is the value of a battle, and the answers to its first question.
type solution struct {
	Scenario string         `json:"scenario,omitempty"`
	Mods     []string       `json:"mods"`
	Side     string         `json:"side"`
	Value    solved         `json:"value"`
	States   int            `json:"states"`
	Asked    string         `json:"asked,omitempty"`
	Answers  []solvedAnswer `json:"answers,omitempty"`
	Why      string         `json:"why,omitempty"` // the value is not known more exactly

	name string
}

// solved are the bounds of a value.
type solved struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

type solvedAnswer struct {
	Answer string  `json:"answer"`
	Value  solved  `json:"value"`
	Loss   float64 `json:"loss"` // against the best answer, at least
}

func tellBest(cmd *cobra.Command, o solveOptions) error {
	o.mods.OnError = "stop" // a script that fails has no value
	lib, m, err := o.trial()
	if err != nil {
		return err
	}
	if o.states < 1 {
		return usage.Errorf("--states %d: give a number from 1", o.states)
	}
	b, err := lib.Game.NewBattle(m.Setup)
	if err != nil {
		return err
	}
	g, err := best.New(b)
	if err != nil {
		return &usage.Error{Err: err}
	}
	ctx, stop := interruptible(cmd)
	defer stop()
	counter := terminal.NewCounter(terminal.Ungated(cmd.ErrOrStderr()), "states")
	g.States, g.Within = o.states, float64(o.within)
	g.Progress = func(states int, gap float64) {
		counter.At(int64(states))
		counter.Note(fmt.Sprintf(", %.3g points between the bounds", 100*gap))
	}
	err = g.Solve(ctx)
	counter.Clear()
	switch {
	case errors.As(err, new(*best.Unsolvable)):
		return &usage.Error{Err: err}
	case err != nil && ctx.Err() == nil && !errors.As(err, new(*odds.TooLarge)):
		return fmt.Errorf("%w (%s)", err, m.Source())
	}
	s := newSolution(lib, m, g, err)
	if err == nil {
		first := &firstQuestion{game: g}
		b.Begin(engine.NewTable(lib.Dice(m.Seed), first, first))
		for !b.Over() && first.answers == nil && !first.failed() {
			b.Step()
		}
		s.answer(first, m.Setup.SeatNames())
	}
	if err := s.print(cmd.OutOrStdout(), o.json); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return repl.ErrInterrupted
	}
	return nil
}

// newSolution returns what is known of a battle. Why is the error that ended the search.
func newSolution(lib *library.Library, m library.Match, g *best.Game, why error) *solution {
	v := g.Start()
	s := &solution{
		Scenario: m.Scenario, Mods: experiment.SplitMods(lib.ModList()), Side: m.Setup.SeatNames()[0],
		Value: solved{v.Low, v.High}, States: g.Known(), name: matchName(lib, m),
	}
	switch {
	case errors.Is(why, context.Canceled):
		s.Why = "interrupted"
	case why != nil:
		large := new(odds.TooLarge)
		errors.As(why, &large)
		s.Why = large.Error()
	}
	return s
}

// A firstQuestion takes both seats until a choice between several options is asked.
type firstQuestion struct {
	game    *best.Game
	table   *engine.Table
	side    engine.Side
	answers []best.Answer
	names   []string // of the answers: the choice lasts no longer than the question
}

var errAsked = errors.New("the first question")

// Follow makes it an [engine.Follower].
func (f *firstQuestion) Follow(t *engine.Table) { f.table = t }
func (f *firstQuestion) failed() bool           { return f.table.Err() != nil }

// Answer ends the battle at a choice between several options.
func (f *firstQuestion) Answer(q engine.Question) (int, error) {
	n := 0
	for range q.Choice.Each {
		n++
	}
	if n == 1 {
		return q.Choice.First(), nil
	}
	if b, given, ok := f.table.Past(); ok {
		f.answers, _ = f.game.Choices(b, given)
	}
	f.side = q.Side
	for _, a := range f.answers {
		f.names = append(f.names, q.Choice.Name(a.Answer))
	}
	return 0, errAsked
}

// answer adds the answers to the first question.
func (s *solution) answer(f *firstQuestion, seats []string) {
	if len(f.answers) == 0 {
		return
	}
	s.Asked = seats[f.side]
	most := f.answers[0].Value.For(f.side)
	for i, a := range f.answers {
		v := a.Value.For(f.side)
		s.Answers = append(s.Answers, solvedAnswer{f.names[i], solved{v.Low, v.High}, max(0, most.Low-v.High)})
	}
}

func (s *solution) print(out io.Writer, asJSON bool) error {
	if asJSON {
		text, err := json.MarshalIndent(s, "", "  ")
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "%s\n", text)
		return err
	}
	fmt.Fprintf(out, "Best play: %s\n", s.name)
	fmt.Fprintf(out, "%s wins %s against best play, a draw counted as a half. ", s.Side, s.Value)
	states := experiment.Thousands(int64(s.States))
	switch {
	case s.Why == "interrupted":
		fmt.Fprintf(out, "These bounds are certain. Interrupted after %s states.\n", states)
	case s.Why != "":
		fmt.Fprintf(out, "These bounds are certain. %s. --states allows more of them; the player search plays such battles.\n", engine.Capital(s.Why))
	case s.Value.wide():
		fmt.Fprintf(out, "These bounds are certain, after %s states: --within says how far apart they may be.\n", states)
	default:
		fmt.Fprintf(out, "That is no further than %.1g from the true value. %s states.\n", max(s.Value.High-s.Value.Low, 1e-16), states)
	}
	if len(s.Answers) == 0 {
		return nil
	}
	fmt.Fprintf(out, "\nThe first question, to the %s, and its chance to win after each answer:\n", s.Asked)
	width := 0
	for _, a := range s.Answers {
		width = max(width, len(a.Answer))
	}
	for _, a := range s.Answers {
		loss := ""
		if a.Loss >= 5e-8 {
			loss = fmt.Sprintf(", loses %.5f points", 100*a.Loss)
		}
		fmt.Fprintf(out, "  %-*s  %s%s\n", width, a.Answer, a.Value, loss)
	}
	return nil
}

// wide reports whether the bounds are so far apart that they are shown.
func (v solved) wide() bool { return v.High-v.Low > 5e-8 }

// String writes the value, or its bounds, which roundings make wider.
func (v solved) String() string {
	if !v.wide() {
		return fmt.Sprintf("%.5f %%", 100*(v.Low/2+v.High/2))
	}
	return fmt.Sprintf("%.3f to %.3f %%", math.Floor(1e5*v.Low)/1e3, math.Ceil(1e5*v.High)/1e3)
}
