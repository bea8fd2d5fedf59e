// Package battles has the commands that play a single battle: between computer players, at the
// prompt, and in a browser.
package battles

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/desk"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/match"
	"houserule/cmd/houserule/protocol"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/terminal"
	"houserule/cmd/houserule/usage"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/players"
)

// playOptions holds the values of the flags of houserule play.
type playOptions struct {
	match.Options
	seats     string
	level     string
	leveled   bool // the seats follow from the level
	seeded    bool // --seed was given
	resume    bool
	anyway    bool
	keepGoing bool
	noSave    bool
	protocol  bool // messages in place of the prompt
	programs  bool // the programs of the resumed battle may start
	offers    bool // a person who has not played before is offered a battle with lessons
	command   string
}

func newPlay(mods *games.Resolver) *cobra.Command {
	o := playOptions{Options: match.Options{Mods: mods}, command: "play"}
	cmd := &cobra.Command{
		Use:   "play [SCENARIO]",
		Short: "Play a battle at the prompt, against the computer or another person",
		Long: `Play a battle at the prompt, against the computer or another person. Type help there
for a list of commands. A first battle with explanations: play tutorial for heroes,
play first-battle for kings, play first-muster for sorcery, play first-throws for risk,
play first-bids for liars-dice. The name of a game plays the scenario that it begins
with, and a clear beginning of a scenario's name is enough. houserule SCENARIO does the
same as houserule play SCENARIO.

Each answer is on disk before the next question. After a crash or Ctrl-C, play --resume
continues the last battle, and play --resume NAME continues the battle with that name.
Mods that were named by their folders must still be in these folders.

Without a terminal, commands are read from standard input, one line each. Empty lines
and everything after # are ignored. The first mistake ends the script with its line
number and exit code 1. With --keep-going the script continues, and the exit code at
the end is 1 if there was a mistake. Ctrl-C exits with code 130.`,
		Example: `  houserule play tutorial
  houserule play siege --seats human,human
  houserule play siege --level hard
  houserule play first-battle
  houserule play kings
  houserule play --aggressor "3 gold-golem, 2 orc" --defender "2 hydra" --dice ask
  houserule play golem-wall < commands.txt
  houserule play --resume`,
		Args:              usage.Arguments(0, 1),
		ValidArgsFunction: mods.CompleteScenarios(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.read(cmd, args); err != nil {
				return err
			}
			return play(cmd.InOrStdin(), cmd.OutOrStdout(), o)
		},
	}
	o.flags(cmd, "another one for each battle of a person, 1 for scripts")
	f := cmd.Flags()
	f.BoolVar(&o.keepGoing, "keep-going", false, "continue a script after a mistake")
	f.BoolVar(&o.noSave, "no-save", false, "write nothing to disk")
	f.BoolVar(&o.protocol, "protocol", false, "talk to a program with JSON messages on standard input and output, instead of the prompt")
	return cmd
}

// flags adds the flags of a battle that people play; seed describes the default seed.
func (o *playOptions) flags(cmd *cobra.Command, seed string) {
	o.Options.Flags(cmd)
	f := cmd.Flags()
	f.Lookup("seed").Usage = "`number` that determines all dice; default: " + seed
	f.Lookup("seed").DefValue = "0"
	f.StringVar(&o.Dice, "dice", "", "ask, if you roll real dice and type them, or a list, such as 7,3,10")
	f.StringVar(&o.seats, "seats", "", "who plays each side, without a level: human, random, careless, reference, greedy, search, best, or a mod's")
	f.StringVar(&o.level, "level", "", "how well the computer plays: easy, normal (the default) or hard")
	f.BoolVar(&o.resume, "resume", false, "continue the last battle, or the battle that is named")
	f.BoolVar(&o.anyway, "anyway", false, "with --resume: continue even if the battle was begun with other data")
	f.BoolVar(&o.programs, "programs", false, "with --resume: start the programs that are players of the battle")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("level", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return players.LevelNames(), cobra.ShellCompDirectiveNoFileComp
	}))
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("seats", o.Mods.CompleteFlag(func(_ games.Game, lib *library.Library) []string { return players.Offered(desk.Players(lib)) })))
}

// read reads the arguments, and refuses flags that do not go together.
func (o *playOptions) read(cmd *cobra.Command, args []string) error {
	f := cmd.Flags()
	o.seeded = f.Changed("seed")
	if o.leveled = !f.Changed("seats"); !o.leveled && f.Changed("level") {
		return usage.Errorf("--level does not go with --seats, which names the computer's players: choose one of them")
	}
	if !o.resume {
		return o.Of(args)
	}
	o.Scenario = strings.Join(args, "") // at most one
	own := []string{"seed", "seats", "level", "dice", "no-save", "battles"}
	for _, flag := range o.Mods.BattleFlags() {
		own = append(own, flag.Name)
	}
	for _, name := range own {
		if f.Changed(name) {
			return usage.Errorf("--%s does not go with --resume: the battle has its own", name)
		}
	}
	return nil
}

// play opens the prompt.
func play(in io.Reader, out io.Writer, o playOptions) error {
	places := saves.Platform()
	of, err := o.game(&places)
	if err != nil {
		return err
	}
	lib := of.Library
	var lines repl.Lines
	mode, _ := term.GetState(int(os.Stdin.Fd())) // nil where it is no terminal
	if !o.protocol {
		lines = newLines(in, out, places)
		defer lines.Close()
	}
	if first := teaching(of); o.offers && first != nil && len(places.Names()) == 0 && len(places.History()) == 0 {
		switch taken, err := offer(lines, out, first); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case taken:
			o.Scenario = first.ID
		}
	}
	var m library.Match
	if !o.resume {
		if m, err = o.playMatch(lib, func() uint64 { return freshSeed(terminal.Is(in)) }); err != nil {
			return &usage.Error{Err: err}
		}
	}
	if !o.noSave && places.Homeless() {
		fmt.Fprintf(o.Mods.Warnings, "houserule: warning: HOME is not set: battles are kept in %s, what you save in %s\n", places.State, places.Data)
	}
	if o.protocol {
		return o.speak(in, terminal.Ungated(out), of, m, places)
	}
	if lines.Interactive() {
		out = terminal.Unfolded(out) // the prompt folds lines itself
	}
	p := repl.New(repl.Config{
		Game: of, Shelf: o.shelf(lib, places, func() uint64 { return freshSeed(lines.Interactive()) }), Keep: !o.noSave, Lines: lines, Out: out,
		Width: terminal.Width, Height: terminal.Height, Progress: terminal.OddsProgress(out), Thinking: terminal.Thinking(out), KeepGoing: o.keepGoing,
		Welcome: o.greeting(of, m.Scenario, places),
	})
	defer onSignal(p, mode)()
	if !o.resume {
		return p.Start(m)
	}
	err = p.Resume(o.Scenario, o.anyway)
	switch unknown := new(engine.Unknown); {
	case errors.Is(err, library.ErrOtherMods):
		return fmt.Errorf("%w (--anyway continues nevertheless)", err)
	case errors.As(err, &unknown) && unknown.Word == o.Scenario:
		return &usage.Error{Err: err}
	}
	return err
}

// shelf returns where battles are saved, and where others come from.
func (o *playOptions) shelf(lib *library.Library, places saves.Places, seed func() uint64) session.Shelf {
	elsewhere := func(name string, unknown error) (session.Game, string, error) { return o.elsewhere(lib, name, unknown) }
	return session.Shelf{Places: places, Games: games.Names(o.Mods.Games()), Elsewhere: elsewhere, Seed: seed}
}

// speak plays a battle with a program at the standard input and output.
func (o *playOptions) speak(in io.Reader, out io.Writer, of session.Game, m library.Match, places saves.Places) error {
	h, err := o.host(of, m, places)
	if err != nil {
		return err
	}
	h.Shelf, h.Saves = o.shelf(of.Library, places, func() uint64 { return freshSeed(false) }), true
	err = h.Run(in, out)
	if h.Kept != nil {
		err = errors.Join(err, h.Kept.Close())
	}
	return err
}

// host returns the host of a new battle, or of a resumed one.
func (o *playOptions) host(of session.Game, m library.Match, places saves.Places) (h *protocol.Host, err error) {
	h = &protocol.Host{Self: usage.Version(), Start: session.Start{Ground: session.Ground{Game: of, Match: m}}}
	switch {
	case o.resume:
		var j *engine.Journal
		if h.Kept, j, err = places.Resume(o.Scenario); err != nil {
			return nil, err
		}
		if h.Match, err = of.Library.Match(j.Header); err != nil && !(o.anyway && errors.Is(err, library.ErrOtherMods)) {
			return nil, errors.Join(err, h.Kept.Close())
		}
		h.Entries = j.Entries
	case !o.noSave:
		if h.Kept, err = places.Create(cmp.Or(m.Scenario, "battle"), of.Library.Header(m)); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// greeting returns the welcome for a person who begins a scenario: first commands, unless
// the scenario has lessons, and the names of kept battles.
func (o *playOptions) greeting(of session.Game, scenario string, places saves.Places) (paragraphs []string) {
	if o.resume {
		return nil
	}
	if !desk.Teaches(of.Library, scenario) {
		text := "Welcome. options lists your possible answers, hint gives advice, help lists all commands"
		if first := teaching(of); first != nil {
			text += fmt.Sprintf("; new %s explains a first battle as you play", first.ID)
		}
		paragraphs = append(paragraphs, text+".")
	}
	found, _ := places.Unfinished() // a folder that cannot be listed has no names
	var names []string
	for _, f := range found {
		if f.Err == nil && library.GameIn(f.Header) == of.Library.Format.Name() {
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
	return append(paragraphs, fmt.Sprintf("Kept: %s (load NAME continues one).", view.Join(names)))
}

// teaching returns the scenario with lessons that a game begins with, or else its first; nil if
// it has none.
func teaching(of session.Game) *library.Scenario {
	for _, id := range append([]string{view.First(of.Frontend, of.Library)}, catalog.ScenarioIDs(of.Library)...) {
		if s, err := of.Library.Scenario(id); err == nil && len(s.Lessons) > 0 {
			return s
		}
	}
	return nil
}

// offer asks a person who has not played here before whether to begin with a scenario that has
// lessons. Enter alone takes it.
func offer(lines repl.Lines, out io.Writer, s *library.Scenario) (taken bool, err error) {
	fmt.Fprintf(out, "You have not played here before. Begin with %s, a battle that is explained as you play?\n", s.Name)
	for {
		line, err := lines.Next("yes or no> ")
		if err != nil {
			return false, err
		}
		switch strings.ToLower(strings.TrimSpace(line)) {
		case "", "yes", "y":
			return true, nil
		case "no", "n":
			return false, nil
		}
	}
}

// game loads the game with the mods of the flags or, to resume a battle, with those of its
// journal. Places keeps the folders of these mods for new battles.
func (o *playOptions) game(places *saves.Places) (of session.Game, err error) {
	h := o.Hint()
	if o.resume {
		h = games.Hint{Resume: strings.TrimSpace("houserule " + o.command + " --resume " + o.Scenario)}
		if waiting, err := places.Waiting(o.Scenario); err == nil {
			h.Journal, o.Mods.Resumed = waiting.Header, waiting.Mods
			if err := o.invite(waiting.Header); err != nil {
				return of, err
			}
		}
	}
	places.Mods = absolute(o.Mods.Folders())
	if of, err = o.loader(h)(nil); err == nil && !o.resume {
		o.Settle(of.Library)
	}
	return of, err
}

// loading lets the mods of one battle be loaded at a time, where a server has several.
var loading sync.Mutex

// loader returns a function that loads the game and its mods.
func (o *playOptions) loader(h games.Hint) (load func(settings []string) (session.Game, error)) {
	return func(settings []string) (of session.Game, err error) {
		loading.Lock()
		defer loading.Unlock()
		o.Mods.Changed = settings
		lib, mods, err := o.Mods.LoadScripts(h)
		if err != nil {
			return of, err
		}
		tools := o.Mods.Of(lib).Tools()
		of.Mods = session.Mods{Load: o.loader(h), Eval: mods.Eval, Names: tools.Reference().Names, Docs: tools.DocOf, Folders: o.Mods.Folders()}
		of.Frontend, of.Library = o.Mods.View(lib), lib
		return of, nil
	}
}

// elsewhere returns the game that has a scenario, or that is called so, without mods, and the
// scenario. If there is none, the error suggests the scenarios of all games, unless one of this
// game begins so.
func (o *playOptions) elsewhere(lib *library.Library, name string, unknown error) (of session.Game, scenario string, err error) {
	loading.Lock()
	mods := o.Mods.Under(games.Ruleset{})
	all := o.Mods.Games()
	loading.Unlock()
	i := slices.IndexFunc(all, games.HasScenario(name))
	if own := new(engine.Unknown); i < 0 && errors.As(unknown, &own) {
		if whole, ambiguous := engine.Beginning(name, own.Known); whole != "" || ambiguous != nil {
			return of, "", unknown
		}
	}
	if i < 0 {
		return of, "", o.Mods.UnknownScenario(lib, unknown)
	}
	mods.Game, mods.Resumed, mods.Changed = all[i].Name(), nil, nil
	other := playOptions{Options: match.Options{Mods: mods, Scenario: name}}
	of, err = other.game(&saves.Places{})
	return of, other.Scenario, err
}

// invite starts the programs that a journal names as players, if they may start.
func (o *playOptions) invite(h engine.Header) error {
	if !o.programs {
		return nil
	}
	programs, err := protocol.Programs(library.PlayersIn(h), usage.Version())
	o.Mods.Guests = append(o.Mods.Guests, programs...)
	return err
}

// absolute returns the absolute paths of folders.
func absolute(folders []string) (paths []string) {
	for _, folder := range folders {
		if path, err := filepath.Abs(folder); err == nil {
			paths = append(paths, path)
		}
	}
	return paths
}

// playMatch returns the match that the flags describe. Without --seed it has the seed of
// its scenario, or else a fresh one.
func (o playOptions) playMatch(lib *library.Library, fresh func() uint64) (library.Match, error) {
	asked := o.Dice == "ask"
	if asked {
		o.Dice = ""
	}
	m, err := o.Match(lib)
	if err != nil {
		return m, err
	}
	if o.leveled {
		player, err := desk.Computer(lib, m.Scenario, o.level)
		if err != nil {
			return m, fmt.Errorf("--level: %w", err)
		}
		o.seats = players.Human + "," + player
	}
	if err := match.Seat(&m, "--seats", o.seats, desk.Players(lib)); err != nil {
		return m, err
	}
	if _, _, err := o.Luck(lib, &m); err != nil {
		return m, err
	}
	if asked {
		m.Dice = library.Asked
	}
	if !o.seeded {
		m.Seed = fresh()
		if s, err := lib.Scenario(m.Scenario); err == nil && s.Seed > 0 {
			m.Seed = s.Seed
		}
	}
	return m, nil
}

// freshSeed returns a different seed for each battle of a person, and always the same
// one for scripts. It is shown, kept with the battle, and can be typed again.
func freshSeed(person bool) uint64 {
	if person {
		return rand.Uint64N(1_000_000)
	}
	return 1
}

// newLines reads from the person at the terminal, if there is one, or from a script.
func newLines(in io.Reader, out io.Writer, places saves.Places) repl.Lines {
	switch {
	case terminal.Is(in) && terminal.Is(out):
		return repl.NewTerminal(places.History(), places.Remember)
	case terminal.Is(in):
		return repl.NewPerson(in, out)
	}
	return repl.NewScript(in, out)
}

// onSignal restores the terminal when a signal ends the program; all answers are
// on disk already. The first Ctrl-C stops a long computation.
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
		// not to: that mode is reset afterwards.
		for range 3 {
			if mode != nil {
				_ = term.Restore(int(os.Stdin.Fd()), mode)
			}
			time.Sleep(5 * time.Millisecond)
		}
		fmt.Println() // not through the prompt's output, which may be in use
		if name := p.Leave(); name != "" {
			fmt.Printf("%s is kept: houserule play --resume continues it.\n", name)
		}
		if p.Lost() {
			fmt.Fprintln(os.Stderr, "houserule: the battle is not on disk as you leave it.")
		}
		os.Exit(usage.ExitInterrupted)
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
	}
}

// Open is houserule without arguments: the prompt, or, where no person can answer
// and its input is empty, a battle of two computer players.
func Open(in io.Reader, out io.Writer, mods *games.Resolver) error {
	o := playOptions{Options: match.Options{Mods: mods}, leveled: true, command: "play", offers: terminal.Is(out)}
	if !terminal.Is(in) {
		script := bufio.NewReader(in)
		if _, err := script.Peek(1); errors.Is(err, io.EOF) {
			return playBattle(out, battleOptions{Options: match.Options{Mods: mods, Players: match.Lineups{Texts: []string{"greedy"}}, Seed: 1}})
		}
		in, o.offers = script, false
	}
	return play(in, out, o)
}

// New returns the commands that play a battle.
func New(mods *games.Resolver) []*cobra.Command {
	return []*cobra.Command{newBattle(mods), newJoin(), newPlay(mods), newServe(mods)}
}
