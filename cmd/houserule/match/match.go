// Package match has the flags that describe a battle: scenario, armies, players, dice.
package match

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/usage"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/players"
)

// Options holds the values of the flags that describe a battle.
type Options struct {
	Mods     *games.Resolver
	Scenario string
	Typed    games.Typed
	Players  Lineups
	Seed     uint64
	Dice     string
}

// Flags adds the flags of a battle to a command.
func (o *Options) Flags(cmd *cobra.Command) {
	o.Typed = o.Mods.AddBattleFlags(cmd)
	cmd.Flags().Uint64Var(&o.Seed, "seed", 1, "`number` that determines all dice")
}

// TrialFlags adds the flags of a battle that is played many times.
func (o *Options) TrialFlags(cmd *cobra.Command) {
	o.Flags(cmd)
	cmd.Flags().Lookup("seed").Usage = "`number` of the first battle's dice; each further battle has the next"
	o.Players.Add(cmd, o.Mods)
}

// Of sets the scenario from the arguments: a scenario, its beginning, or a game for the first
// of its scenarios.
func (o *Options) Of(args []string) (err error) {
	o.Scenario = ""
	if len(args) > 0 {
		o.Scenario, err = o.Mods.WholeScenario(args[0])
	}
	return err
}

// Hint returns the reasons for a game in the description of the battle: the scenario, and
// flags that only one game has.
func (o *Options) Hint() games.Hint {
	scenario, typed := games.HasScenario(o.Scenario), func(g games.Game) bool { return o.Typed.Fits(g) == nil }
	return games.Having(func(g games.Game) bool { return typed(g) && scenario(g) }, scenario, typed)
}

// load loads the game and the mods of the battle, and chooses the scenario if the command
// line names none.
func (o *Options) load() (*library.Library, error) {
	lib, err := o.Mods.Load(o.Hint())
	if err == nil {
		o.Settle(lib)
	}
	return lib, err
}

// Settle chooses the scenario if none is named, or only its game: the default of the game, or
// else the first. Typed armies need none.
func (o *Options) Settle(lib *library.Library) {
	_, err := lib.Scenario(o.Scenario)
	game := err != nil && o.Scenario == lib.Format.Name()
	if !game && (o.Scenario != "" || o.Typed.Whole(o.Mods.Games())) {
		return
	}
	o.Scenario = view.First(o.Mods.View(lib), lib)
}

// Match returns the match that the flags describe.
func (o Options) Match(lib *library.Library) (library.Match, error) {
	m := library.Match{Scenario: o.Scenario, Seed: o.Seed, Dice: library.Seeded}
	var base engine.Setup
	if o.Scenario != "" {
		s, err := lib.Scenario(o.Scenario)
		if err != nil {
			return m, o.Mods.UnknownScenario(lib, err)
		}
		base = s.Setup
	}
	g := o.Mods.Of(lib)
	if err := o.Typed.Fits(g); err != nil {
		return m, err
	}
	setup, err := g.View.Setup(lib, base, o.Typed)
	if err == nil {
		m.Setup = setup
	}
	return m, err
}

// Trial loads the game and the mods of the battle, and returns the match of computer
// players that the flags describe.
func (o *Options) Trial() (*library.Library, library.Match, error) {
	lib, all, err := o.Trials()
	if err != nil {
		return nil, library.Match{}, err
	}
	return lib, all[0], nil
}

// Trials is trial for each line-up.
func (o *Options) Trials() (*library.Library, []library.Match, error) {
	lib, err := o.load()
	if err != nil {
		return nil, nil, err
	}
	m, err := o.Match(lib)
	var lineups [][]string
	if err == nil {
		lineups, err = o.Players.Read(lib.Players, m.Setup.SeatNames())
	}
	if err == nil {
		_, err = lib.Game.NewBattle(m.Setup)
	}
	if err != nil {
		return nil, nil, &usage.Error{Err: err}
	}
	all := slices.Repeat([]library.Match{m}, len(lineups))
	for i := range all {
		all[i].Players = lineups[i]
	}
	return lib, all, nil
}

// Seat reads the players of a match, as in "greedy,random"; the last one plays all
// remaining seats.
func Seat(m *library.Match, flag, text string, known []players.Player) error {
	names, err := seatsOf(flag, text, known, m.Setup.SeatNames())
	if err == nil {
		m.Players = names
	}
	return err
}

// seatsOf reads the players of these seats.
func seatsOf(flag, text string, known []players.Player, seats []string) ([]string, error) {
	words := strings.Split(text, ",")
	names, ok := view.Deal(words, len(seats))
	if !ok {
		return nil, fmt.Errorf("%s: %d players: give %s, the %s's first", flag, len(words), view.Numeral(len(seats)), seats[0])
	}
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
		if _, err := players.Named(known, names[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", flag, err)
		}
	}
	return names, nil
}

// Luck returns the dice of the flags, and a function that returns an error after
// the battle unless all dice were used.
func (o Options) Luck(lib *library.Library, m *library.Match) (engine.Oracle, func() error, error) {
	if o.Dice == "" {
		return lib.Dice(m.Seed), func() error { return nil }, nil
	}
	dice, err := library.ParseDice(o.Dice)
	if err != nil {
		return nil, nil, fmt.Errorf("--dice: %w", err)
	}
	m.Dice, m.Script = library.Scripted, dice
	script := &engine.Script{Dice: dice}
	return script, script.Done, nil
}

// Name returns a scenario's name, or a text that says that armies were typed.
func Name(lib *library.Library, m library.Match) string {
	if s, err := lib.Scenario(m.Scenario); err == nil {
		return s.Name
	}
	return "typed armies"
}

// Words returns the command line of a battle, without the players, the rules and the seed.
func (o Options) Words() []string {
	var words []string
	if o.Scenario != "" {
		words = append(words, o.Scenario)
	}
	return append(words, o.Mods.TypedWords(o.Typed)...)
}
