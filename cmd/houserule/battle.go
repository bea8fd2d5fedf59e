package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
)

// matchOptions is what the flags say of a battle to play.
type matchOptions struct {
	scenario string
	typed    typedBattle
	players  string
	seed     uint64
	dice     string
}

// flags adds the flags of a battle to a command.
func (o *matchOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	o.typed.flags(cmd)
	f.Uint64Var(&o.seed, "seed", 1, "`number` from which all dice follow")
}

// trialFlags are the flags of a battle that is played many times.
func (o *matchOptions) trialFlags(cmd *cobra.Command, mods *modOptions) {
	o.flags(cmd)
	cmd.Flags().Lookup("seed").Usage = "`number` of the first battle's dice; each further battle has the next"
	playersFlag(cmd, &o.players, mods)
}

// playersFlag adds --players to a command.
func playersFlag(cmd *cobra.Command, names *string, mods *modOptions) {
	cmd.Flags().StringVar(names, "players", "greedy,greedy", "who plays each side: random, reference, greedy, search, or a mod's")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("players", mods.completeFlag(func(_ game, lib *library.Library) []string { return lib.PlayerNames() })))
}

// of sets the scenario from the arguments.
func (o *matchOptions) of(args []string) {
	o.scenario = ""
	if len(args) > 0 {
		o.scenario = args[0]
	}
}

// clue is what the battle says of its game: the scenario and the flags with
// which battles of one game are typed.
func (o *matchOptions) clue() clue {
	scenario, typed := hasScenario(o.scenario), func(g game) bool { return o.typed.fits(g.view) == nil }
	return having(func(g game) bool { return typed(g) && scenario(g) }, scenario, typed)
}

// load loads what the battle needs, and chooses the scenario where the command
// line names none.
func (o *matchOptions) load(mods *modOptions) (*library.Library, error) {
	lib, err := mods.load(o.clue())
	if err == nil {
		o.settle(lib)
	}
	return lib, err
}

// settle chooses the scenario where none is named; typed armies need none.
func (o *matchOptions) settle(lib *library.Library) {
	if o.scenario == "" && !o.typed.whole() {
		o.scenario = firstScenario(lib)
	}
}

// firstScenario is the scenario that represents the game, or else the first.
func firstScenario(lib *library.Library) string {
	if id := systemOf(lib).Words().First; id != "" {
		return id
	}
	if len(lib.Scenarios) > 0 {
		return lib.Scenarios[0].ID
	}
	return ""
}

// battleOptions is what the flags of houserule battle say.
type battleOptions struct {
	matchOptions
	mods      *modOptions
	journal   string
	why       bool
	resultsOn bool // print the result only
}

func newBattle(mods *modOptions) *cobra.Command {
	o := battleOptions{mods: mods}
	cmd := &cobra.Command{
		Use:   "battle [SCENARIO]",
		Short: "Play a battle between computer players and print it blow by blow",
		Long: `Play a battle between computer players and print it blow by blow.

Armies are those of the scenario, or typed, with a comma between units. In heroes
a plus stands between the cards of one stack, top first, and a bar between the
melee line and the ranged line. The same seed gives the same battle on every
machine.`,
		Example: `  houserule battle siege --seed 3 --why
  houserule battle golem-wall --players reference,greedy --journal wall.journal
  houserule battle burning-city
  houserule battle duel --game kings --set kings.die=8
  houserule battle red-ford --seed 3 --why
  houserule battle --aggressor "3 gold-golem, 2 orc + 1 bandit | 4 halfling" --defender "2 hydra"
  houserule battle --aggressor "1 bandit" --defender "3 gold-golem" --players reference,reference --dice 7,3`,
		Args:              arguments(0, 1),
		ValidArgsFunction: mods.completeScenarios(),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.of(args)
			return playBattle(cmd.OutOrStdout(), o)
		},
	}
	o.flags(cmd)
	f := cmd.Flags()
	playersFlag(cmd, &o.players, mods)
	f.StringVar(&o.dice, "dice", "", "dice in place of the seeded ones, as in 7,3,10; too few or too many are an error")
	f.StringVar(&o.journal, "journal", "", "write the battle to this `file`, for houserule replay")
	f.BoolVar(&o.why, "why", false, "print every score term by term")
	f.BoolVarP(&o.resultsOn, "quiet", "q", false, "print only how it ends")
	return cmd
}

// match returns the match that the flags describe.
func (o matchOptions) match(lib *library.Library) (library.Match, error) {
	m := library.Match{Scenario: o.scenario, Seed: o.seed, Dice: library.Seeded}
	var base engine.Setup
	if o.scenario != "" {
		s, err := lib.Scenario(o.scenario)
		if err != nil {
			return m, unknownScenario(lib, err)
		}
		base = s.Setup
	}
	system := systemOf(lib)
	if err := o.typed.fits(system); err != nil {
		return m, err
	}
	setup, err := system.Setup(lib, base, o.typed)
	if err == nil {
		m.Setup = setup
	}
	return m, err
}

// trialMatch returns the match that the flags describe, to be played many times.
func (o matchOptions) trialMatch(lib *library.Library) (library.Match, error) {
	m, err := o.match(lib)
	if err != nil {
		return m, &usageError{err}
	}
	if err := seat(&m, "--players", o.players, lib.PlayerNames()); err != nil {
		return m, &usageError{err}
	}
	if _, err := lib.Game.NewBattle(m.Setup); err != nil {
		return m, &usageError{err}
	}
	return m, nil
}

// seat reads the players of a match, as in "greedy,random"; the last one plays all
// the seats that are left.
func seat(m *library.Match, flag, text string, known []string) error {
	names, err := seatsOf(flag, text, known, m.Setup.SeatNames())
	if err == nil {
		m.Players = names
	}
	return err
}

// seatsOf reads the players of these seats.
func seatsOf(flag, text string, known, seats []string) ([]string, error) {
	words := strings.Split(text, ",")
	names, ok := view.Deal(words, len(seats))
	if !ok {
		return nil, fmt.Errorf("%s: %d players: give %s, the %s's first", flag, len(words), view.Numeral(len(seats)), seats[0])
	}
	for i, name := range names {
		if names[i] = strings.TrimSpace(name); !slices.Contains(known, names[i]) {
			return nil, fmt.Errorf("%s: %w", flag, unknownWord("player", names[i], known))
		}
	}
	return names, nil
}

// luck returns the dice of the flags, and a function that returns an error after
// the battle unless all dice were used.
func (o matchOptions) luck(lib *library.Library, m *library.Match) (engine.Oracle, func() error, error) {
	if o.dice == "" {
		return lib.Dice(m.Seed), func() error { return nil }, nil
	}
	dice, err := library.ParseDice(o.dice)
	if err != nil {
		return nil, nil, fmt.Errorf("--dice: %w", err)
	}
	faces := systemOf(lib).Faces(lib)
	for _, n := range dice {
		if faces > 0 && (n < 1 || n > faces) {
			return nil, nil, fmt.Errorf("--dice: %d: a die shows 1 to %d", n, faces)
		}
	}
	m.Dice, m.Script = library.Scripted, dice
	script := &engine.Script{Dice: dice}
	return script, script.Done, nil
}

func playBattle(out io.Writer, o battleOptions) error {
	lib, err := o.load(o.mods)
	if err != nil {
		return err
	}
	m, err := o.match(lib)
	if err != nil {
		return &usageError{err}
	}
	if err := seat(&m, "--players", o.players, lib.PlayerNames()); err != nil {
		return &usageError{err}
	}
	luck, done, err := o.luck(lib, &m)
	if err != nil {
		return &usageError{err}
	}
	b, err := lib.Game.NewBattle(m.Setup)
	if err != nil {
		return &usageError{err}
	}
	seats, err := view.NewPlayers(lib, m)
	if err != nil {
		return err
	}
	table := engine.NewTable(luck, seats...)
	var journal *journalFile
	if o.journal != "" {
		if journal, err = createJournal(o.journal, lib.Header(m)); err != nil {
			return err
		}
		defer journal.file.Close()
		table.Record(journal.writer)
	}
	v := systemOf(lib).New(lib, m, b)
	if !o.resultsOn {
		narrate(out, table, v, m, o.why)
	}
	if err := v.Play(table); err != nil {
		return fmt.Errorf("%w (%s)", err, m.Source())
	}
	if journal != nil {
		if err := journal.close(v.Result()); err != nil {
			return err
		}
	}
	if o.resultsOn {
		fmt.Fprintln(out, v.Result())
		disabled := v.Disabled()
		for _, id := range slices.Sorted(maps.Keys(disabled)) {
			fmt.Fprintf(out, "  mod %s was out from then on: %v\n", id, disabled[id])
		}
	}
	return done()
}

// journalFile is a journal that is being written.
type journalFile struct {
	file   *os.File
	writer *engine.JournalWriter
}

// createJournal makes a new file; it never writes over one.
func createJournal(name string, h engine.Header) (*journalFile, error) {
	if err := canBeFile("--journal", name); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, os.ErrExist) {
		return nil, &usageError{fmt.Errorf("--journal: %s is there already: name another file, or remove it", name)}
	}
	if err != nil {
		return nil, fmt.Errorf("--journal: %w", err)
	}
	writer, err := engine.NewJournalWriter(file, h)
	if err != nil {
		file.Close()
		return nil, err
	}
	return &journalFile{file, writer}, nil
}

func (j *journalFile) close(end string) error {
	if err := j.writer.Close(end); err != nil {
		return err
	}
	return j.file.Close()
}
