package library

import (
	"fmt"
	"strconv"
	"strings"

	"houserule/engine"
)

// A Match is a battle with its seed and players: everything in a journal's header, so that
// a journal needs only the data of the mods.
type Match struct {
	Scenario string // its id, or "" for armies that were typed
	Setup    engine.Setup
	Seed     uint64
	Dice     string   // Seeded, Scripted or Asked
	Script   []int    // of scripted dice
	Players  []string // by seat
}

// The sources of a Match's dice.
const (
	Seeded   = "seeded"
	Scripted = "scripted" // from a list
	Asked    = "asked"    // rolled by hand, and typed
)

// Keys of a journal's header, besides those of the setup.
const (
	keyGame    = "game"
	keyMods    = "mods"
	keyFrom    = "from"
	keyDice    = "dice"
	keyScript  = "script"
	keyPlayers = "players"
)

// Header returns the header of a match's journal.
func (l *Library) Header(m Match) engine.Header {
	h := engine.Header{Streams: l.Streams, Seats: m.Setup.SeatNames()}
	add := func(key, value string) { h.Fields = append(h.Fields, engine.Field{Key: key, Value: value}) }
	add(keyGame, l.Format.Name())
	add(keyMods, l.ModList())
	if from := l.addresses(); from != "" {
		add(keyFrom, from)
	}
	if m.Scenario != "" {
		add(engine.KeyScenario, m.Scenario)
	}
	h.Fields = append(h.Fields, m.Setup.Fields()...)
	add(keyDice, fmt.Sprintf("%s seed=%d", m.Dice, m.Seed))
	if m.Dice == Scripted {
		add(keyScript, FormatDice(m.Script))
	}
	add(keyPlayers, engine.JoinNames(m.Players))
	return h
}

// GameIn returns the game of a journal: the name of a [Format].
func GameIn(h engine.Header) string { return h.Get(keyGame) }

// PlayersIn returns the players of a journal, by seat.
func PlayersIn(h engine.Header) []string { return engine.SplitNames(h.Get(keyPlayers)) }

// Dice returns the dice of the game for a seed: the table's and the mods'.
func (l *Library) Dice(seed uint64) *engine.Dice { return engine.NewDice(seed, l.Streams...) }

// Match reads a journal's header. If only the mods differ, the error is ErrOtherMods, and
// the match is good all the same. If the battle cannot be read without those mods, the
// error is another one that says so.
func (l *Library) Match(h engine.Header) (Match, error) {
	m := Match{Scenario: h.Get(engine.KeyScenario)}
	if game := GameIn(h); game != l.Format.Name() {
		return m, fmt.Errorf("the journal is of the game %q: this program plays %s", game, l.Format.Name())
	}
	other := l.otherMods(h.Get(keyMods))
	var err error
	switch m.Setup, err = l.Format.ReadSetup(l, h); {
	case err != nil && other != nil:
		return m, fmt.Errorf("%w; %v", err, other)
	case err != nil:
		return m, err
	}
	if _, err := fmt.Sscanf(h.Get(keyDice), "%s seed=%d", &m.Dice, &m.Seed); err != nil {
		return m, fmt.Errorf("the journal's dice: %w", err)
	}
	if m.Dice == Scripted {
		if m.Script, err = ParseDice(h.Get(keyScript)); err != nil {
			return m, fmt.Errorf("the journal's script: %w", err)
		}
	}
	m.Players = PlayersIn(h)
	if n, seats := len(m.Players), len(m.Setup.SeatNames()); n != seats {
		return m, fmt.Errorf("the journal names %d players: must be %d", n, seats)
	}
	return m, other
}

// DiceText returns a description of the match's dice.
func (m Match) DiceText() string {
	switch m.Dice {
	case Seeded:
		return fmt.Sprintf("seed %d", m.Seed)
	case Asked:
		return "dice rolled by hand"
	}
	return m.Dice + " dice"
}

// Source returns the match's name in errors: "golem-wall, seed 7".
func (m Match) Source() string {
	name := m.Scenario
	if name == "" {
		name = "typed armies"
	}
	return name + ", " + m.DiceText()
}

// ParseDice parses a list of dice: "7,3,10".
func ParseDice(text string) ([]int, error) {
	var dice []int
	for _, word := range strings.Split(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil {
			return nil, fmt.Errorf("%q is not a number: write, for instance, 7,3,10", word)
		}
		if n < 1 {
			return nil, fmt.Errorf("%d is no roll: a die shows 1 or more", n)
		}
		dice = append(dice, n)
	}
	return dice, nil
}

// FormatDice returns dice in the form that ParseDice reads.
func FormatDice(dice []int) string {
	return strings.Join(engine.Each(dice, strconv.Itoa), ",")
}
