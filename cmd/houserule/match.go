package main

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

// matchOptions holds the values of the flags that describe a battle.
type matchOptions struct {
	mods     *games.Resolver
	scenario string
	typed    games.Typed
	players  lineupFlag
	seed     uint64
	dice     string
}

// flags adds the flags of a battle to a command.
func (o *matchOptions) flags(cmd *cobra.Command) {
	o.typed = o.mods.AddBattleFlags(cmd)
	cmd.Flags().Uint64Var(&o.seed, "seed", 1, "`number` that determines all dice")
}

// trialFlags adds the flags of a battle that is played many times.
func (o *matchOptions) trialFlags(cmd *cobra.Command) {
	o.flags(cmd)
	cmd.Flags().Lookup("seed").Usage = "`number` of the first battle's dice; each further battle has the next"
	o.players.add(cmd, o.mods)
}

// of sets the scenario from the arguments.
func (o *matchOptions) of(args []string) {
	o.scenario = ""
	if len(args) > 0 {
		o.scenario = args[0]
	}
}

// hint returns the reasons for a game in the description of the battle: the scenario, and
// flags that only one game has.
func (o *matchOptions) hint() games.Hint {
	scenario, typed := games.HasScenario(o.scenario), func(g games.Game) bool { return o.typed.Fits(g) == nil }
	return games.Having(func(g games.Game) bool { return typed(g) && scenario(g) }, scenario, typed)
}

// load loads the game and the mods of the battle, and chooses the scenario if the command
// line names none.
func (o *matchOptions) load() (*library.Library, error) {
	lib, err := o.mods.Load(o.hint())
	if err == nil {
		o.settle(lib)
	}
	return lib, err
}

// settle chooses the scenario if none is named: the default of the game, or else the
// first. Typed armies need none.
func (o *matchOptions) settle(lib *library.Library) {
	if o.scenario != "" || o.typed.Whole(o.mods.Games()) {
		return
	}
	o.scenario = o.mods.View(lib).Words().First
	if o.scenario == "" && len(lib.Scenarios) > 0 {
		o.scenario = lib.Scenarios[0].ID
	}
}

// match returns the match that the flags describe.
func (o matchOptions) match(lib *library.Library) (library.Match, error) {
	m := library.Match{Scenario: o.scenario, Seed: o.seed, Dice: library.Seeded}
	var base engine.Setup
	if o.scenario != "" {
		s, err := lib.Scenario(o.scenario)
		if err != nil {
			return m, o.mods.UnknownScenario(lib, err)
		}
		base = s.Setup
	}
	g := o.mods.Of(lib)
	if err := o.typed.Fits(g); err != nil {
		return m, err
	}
	setup, err := g.View.Setup(lib, base, o.typed)
	if err == nil {
		m.Setup = setup
	}
	return m, err
}

// trial loads the game and the mods of the battle, and returns the match of computer
// players that the flags describe.
func (o *matchOptions) trial() (*library.Library, library.Match, error) {
	lib, all, err := o.trials()
	if err != nil {
		return nil, library.Match{}, err
	}
	return lib, all[0], nil
}

// trials is trial for each line-up.
func (o *matchOptions) trials() (*library.Library, []library.Match, error) {
	lib, err := o.load()
	if err != nil {
		return nil, nil, err
	}
	m, err := o.match(lib)
	var lineups [][]string
	if err == nil {
		lineups, err = o.players.read(lib.Players, m.Setup.SeatNames())
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

// seat reads the players of a match, as in "greedy,random"; the last one plays all
// remaining seats.
func seat(m *library.Match, flag, text string, known []players.Player) error {
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
	m.Dice, m.Script = library.Scripted, dice
	script := &engine.Script{Dice: dice}
	return script, script.Done, nil
}
