package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
)

// playOptions is what the flags of houserule play say.
type playOptions struct {
	matchOptions
	mods      *modOptions
	seeded    bool // --seed was given
	resume    bool
	anyway    bool
	keepGoing bool
	noSave    bool
}

func newPlay(mods *modOptions) *cobra.Command {
	o := playOptions{mods: mods}
	cmd := &cobra.Command{
		Use:   "play [SCENARIO]",
		Short: "Play a battle at the prompt, against the computer or each other",
		Long: `Play a battle at the prompt, against the computer or each other. The prompt's own
help lists what can be typed there; play tutorial leads through a first battle
of heroes, play first-battle through one of kings, and play first-muster through
one of sorcery.

Each answer is on disk before the next is asked for: after a crash or Ctrl-C
play --resume goes on where it was, and with a battle's name behind it, with
that one. Mods that were named by their paths are looked for there again.

Without a terminal, commands are read from standard input, a line each; empty
lines and what follows # are passed over. The first mistake ends the script
with its line number and exit code 1; with --keep-going the script goes on, and
the exit code tells in the end whether there were any. Ctrl-C: exit code 130.`,
		Example: `  houserule play tutorial
  houserule play siege --seats human,human
  houserule play first-battle
  houserule play --aggressor "3 gold-golem, 2 orc" --defender "2 hydra" --dice ask
  houserule play golem-wall < commands.txt
  houserule play --resume`,
		Args:              arguments(0, 1),
		ValidArgsFunction: mods.completeScenarios(),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.seeded = cmd.Flags().Changed("seed")
			if !o.resume {
				o.of(args)
				return play(cmd.InOrStdin(), cmd.OutOrStdout(), o)
			}
			own := []string{"seed", "seats", "dice", "no-save"}
			for _, flag := range slices.Backward(typedFlags()) {
				own = slices.Insert(own, 0, flag.Name)
			}
			for _, name := range own {
				if cmd.Flags().Changed(name) {
					return &usageError{fmt.Errorf("--%s does not go with --resume: the battle has its own", name)}
				}
			}
			if len(args) > 0 {
				o.scenario = args[0]
			}
			return play(cmd.InOrStdin(), cmd.OutOrStdout(), o)
		},
	}
	o.flags(cmd)
	f := cmd.Flags()
	f.Lookup("seed").Usage = "`number` from which all dice follow; without it another one for each battle of a person, 1 for scripts"
	f.Lookup("seed").DefValue = "0"
	f.StringVar(&o.players, "seats", "human,greedy", "who plays each side: human, random, reference, greedy, search, or a mod's")
	f.StringVar(&o.dice, "dice", "", "ask: you roll the dice and type them; or a list, as in 7,3,10")
	f.BoolVar(&o.resume, "resume", false, "go on with the last battle that was left, or with the one of the name that follows")
	f.BoolVar(&o.anyway, "anyway", false, "with --resume: go on although the battle was begun under other data")
	f.BoolVar(&o.keepGoing, "keep-going", false, "go on with a script after a mistake")
	f.BoolVar(&o.noSave, "no-save", false, "keep nothing on disk")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("seats", mods.completeFlag(func(_ game, lib *library.Library) []string { return repl.PlayerNames(lib) })))
	return cmd
}

// play opens the prompt.
func play(in io.Reader, out io.Writer, o playOptions) error {
	places := saves.Platform()
	lib, mods, err := o.library(&places)
	if err != nil {
		return err
	}
	var m library.Match
	if !o.resume {
		if m, err = o.playMatch(lib, in); err != nil {
			return &usageError{err}
		}
	}
	if !o.noSave && places.Homeless() {
		fmt.Fprintf(o.mods.errs, "houserule: warning: HOME is not set: battles are kept in %s, what you save in %s\n", places.State, places.Data)
	}
	mode, _ := term.GetState(int(os.Stdin.Fd())) // nil where it is no terminal
	lines := newLines(in, out, places)
	defer lines.Close()
	if lines.Interactive() {
		out = unfolded(out) // the prompt folds lines itself
	}
	p := repl.New(repl.Config{
		System: systemOf(lib), Games: gameNames(games()), Library: lib, Mods: mods, Places: places, Keep: !o.noSave, Lines: lines, Out: out,
		Width: width, Height: height, Progress: oddsProgress(out), KeepGoing: o.keepGoing, Seed: func() uint64 { return freshSeed(lines.Interactive()) },
		Welcome: o.greeting(lib, m.Scenario, places),
	})
	defer onSignal(p, mode)()
	if !o.resume {
		return p.Start(m)
	}
	err = p.Resume(o.scenario, o.anyway)
	switch unknown := new(engine.Unknown); {
	case errors.Is(err, library.ErrOtherMods):
		return fmt.Errorf("%w (--anyway goes on all the same)", err)
	case errors.As(err, &unknown) && unknown.Word == o.scenario:
		return &usageError{err}
	}
	return err
}

// greeting is what a person who begins a scenario is told: what to type, unless
// the scenario's lessons say it, and which battles are kept.
func (o *playOptions) greeting(lib *library.Library, scenario string, places saves.Places) (paragraphs []string) {
	if o.resume {
		return nil
	}
	teaches := func(id string) bool {
		s, err := lib.Scenario(id)
		return err == nil && len(s.Lessons) > 0
	}
	if !teaches(scenario) {
		text := "Welcome. options lists what you can answer, hint advises, help lists all commands"
		ids := append([]string{systemOf(lib).Words().First}, catalog.ScenarioIDs(lib)...)
		if i := slices.IndexFunc(ids, teaches); i >= 0 {
			text += fmt.Sprintf("; new %s explains a first battle as you play", ids[i])
		}
		paragraphs = append(paragraphs, text+".")
	}
	found, _ := places.Unfinished() // what cannot be listed cannot be named
	var names []string
	for _, f := range found {
		if f.Err == nil && library.GameIn(f.Header) == systemOf(lib).Name() {
			names = append(names, f.Name)
		}
	}
	const named = 3
	switch n := len(names) - named; {
	case len(names) == 0:
		return paragraphs
	case n > 0:
		names = append(names[:named], fmt.Sprintf("%d more", n))
	}
	return append(paragraphs, fmt.Sprintf("Kept: %s (load NAME goes on with one).", view.Join(names)))
}

// library loads the mods of the flags or, to go on with a battle, those that
// it was begun with. Battles keep where these lie.
func (o *playOptions) library(places *saves.Places) (*library.Library, repl.Mods, error) {
	c := o.clue()
	if o.resume {
		c = clue{again: strings.TrimSpace("houserule play --resume " + o.scenario)}
		if waiting, err := places.Waiting(o.scenario); err == nil {
			c.journal, o.mods.kept = waiting.Header, waiting.Mods
		}
	}
	places.Mods = absolute(o.mods.folders())
	load := func() (*library.Library, repl.Evaluator, error) {
		lib, mods, err := o.mods.loadScripts(c)
		if err != nil {
			return nil, nil, err
		}
		return lib, mods.Eval, nil
	}
	lib, eval, err := load()
	if err != nil {
		return nil, repl.Mods{}, err
	}
	if !o.resume {
		o.settle(lib)
	}
	g := gameIn(lib)
	return lib, repl.Mods{Load: load, Eval: eval, Names: g.tools().Reference().Names, Docs: g.tools().DocOf, Folders: o.mods.folders()}, nil
}

// playMatch makes of the flags what is to be played.
func (o playOptions) playMatch(lib *library.Library, in io.Reader) (library.Match, error) {
	asked := o.dice == "ask"
	if asked {
		o.dice = ""
	}
	m, err := o.match(lib)
	if err != nil {
		return m, err
	}
	if err := seat(&m, "--seats", o.players, repl.PlayerNames(lib)); err != nil {
		return m, err
	}
	if _, _, err := o.luck(lib, &m); err != nil {
		return m, err
	}
	if asked {
		m.Dice = library.Asked
	}
	if !o.seeded {
		m.Seed = freshSeed(isTerminal(in))
		if s, err := lib.Scenario(m.Scenario); err == nil && s.Seed > 0 {
			m.Seed = s.Seed
		}
	}
	return m, nil
}

// freshSeed is another seed for each battle of a person, and the same for
// scripts. It is shown, kept with the battle, and can be typed again.
func freshSeed(person bool) uint64 {
	if person {
		return rand.Uint64N(1_000_000)
	}
	return 1
}

// newLines reads from a person where there is one at the terminal.
func newLines(in io.Reader, out io.Writer, places saves.Places) repl.Lines {
	switch {
	case isTerminal(in) && isTerminal(out):
		return repl.NewTerminal(places.History(), places.Remember)
	case isTerminal(in):
		return repl.NewPerson(in, out)
	}
	return repl.NewScript(in, out)
}

func isTerminal(stream any) bool {
	for {
		w, ok := stream.(wrapper)
		if !ok {
			break
		}
		stream = w.below()
	}
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// A wrapper is an output on top of another.
type wrapper interface{ below() io.Writer }

// A foldedOutput is a terminal on which no line is broken in the middle of a word.
type foldedOutput struct{ screen.Fold }

func (f *foldedOutput) below() io.Writer { return f.To }

// folded is an output, with its lines broken at words where it is a terminal.
func folded(out io.Writer) io.Writer {
	if !isTerminal(out) {
		return out
	}
	return &foldedOutput{screen.Fold{To: out, Width: width}}
}

// unfolded is an output for what programs read.
func unfolded(out io.Writer) io.Writer {
	if f, ok := out.(*foldedOutput); ok {
		return f.To
	}
	return out
}

// width is that of the terminal as it is now.
func width() int {
	if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && w > 0 {
		return w
	}
	return screen.Usual
}

// height is that of the terminal as it is now.
func height() int {
	if _, h, err := term.GetSize(int(os.Stdout.Fd())); err == nil && h > 0 {
		return h
	}
	return screen.Lines
}

// listWidth is the width of a list: the terminal's, or any.
func listWidth(out io.Writer) int {
	if isTerminal(out) {
		return width()
	}
	return 0
}

// onSignal gives the terminal back when the program is told to end: what was
// answered is on disk. Ctrl-C first ends what keeps a person waiting.
func onSignal(p *repl.Prompt, mode *term.State) (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		signal.Notify(signals, syscall.SIGHUP)
	}
	go func() {
		sig, ok := <-signals
		for ok && sig == os.Interrupt && p.Interrupt() {
			sig, ok = <-signals
		}
		if !ok {
			return
		}
		// The line editor may be about to set its own mode, and cannot be told
		// not to: what it sets in this moment is taken back again.
		for range 3 {
			if mode != nil {
				_ = term.Restore(int(os.Stdin.Fd()), mode)
			}
			time.Sleep(5 * time.Millisecond)
		}
		fmt.Println() // not through the prompt's output, which may be in use
		if name := p.Leave(); name != "" {
			fmt.Printf("%s is kept: houserule play --resume goes on with it.\n", name)
		}
		if p.Lost() {
			fmt.Fprintln(os.Stderr, "houserule: the battle is not on disk as you leave it.")
		}
		os.Exit(exitInterrupted)
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
	}
}

// open is houserule without arguments: the prompt; where nobody is there to
// answer and nothing stands in its input, a battle of two computer players.
func open(in io.Reader, out io.Writer, mods *modOptions) error {
	o := playOptions{mods: mods, matchOptions: matchOptions{players: "human,greedy"}}
	if !isTerminal(in) {
		script := bufio.NewReader(in)
		if _, err := script.Peek(1); errors.Is(err, io.EOF) {
			return playBattle(out, battleOptions{mods: mods, matchOptions: matchOptions{players: "greedy,greedy", seed: 1}})
		}
		in = script
	}
	return play(in, out, o)
}
