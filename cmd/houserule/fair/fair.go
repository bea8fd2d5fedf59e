// Package fair says how fair a battle is: the chance of each side to win it if the computer
// plays all sides at the level normal. The chances of the scenarios that ship are in a file,
// which a test writes. Other battles are played when somebody begins them.
package fair

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/analysis"
	"houserule/engine/library"
	"houserule/engine/players"
)

// shipped has a line for each scenario that ships: game, scenario, and the chance of each side
// in percent.
//
//go:embed chances.txt
var shipped string

// Chances are the chances of the sides to win a battle if all play at the level normal. The
// zero Chances are not known.
type Chances struct {
	Wins  analysis.Chances
	seats []string
}

// Known reports whether the chances are known.
func (c Chances) Known() bool { return c.seats != nil }

// Say says the chances as a sentence, to the people who play some of the sides; "" if they are
// not known.
func (c Chances) Say(people ...engine.Side) string {
	if !c.Known() {
		return ""
	}
	all := "both"
	if len(c.seats) > 2 {
		all = "all"
	}
	if len(people) == 1 {
		return fmt.Sprintf("You win about %s if %s play as %s.", c.percent(people[0]), all, players.Normal)
	}
	wins := make([]string, len(c.seats))
	for side, name := range c.seats {
		wins[side] = engine.The(name) + " " + c.percent(engine.Side(side))
	}
	return fmt.Sprintf("If %s play as %s, the chances to win are about: %s.", all, players.Normal, strings.Join(wins, ", "))
}

func (c Chances) percent(side engine.Side) string { return fmt.Sprintf("%.0f %%", 100*c.Wins[side]) }

// Shipped returns the chances of a scenario that ships, under the rules with which it ships.
func Shipped(lib *library.Library, s *library.Scenario) (c Chances) {
	game := lib.Format.Name()
	if base := lib.Mods[0]; len(lib.Mods) > 1 || base.Folder.Where != "mods/"+game || slices.ContainsFunc(base.Settings, library.Setting.IsSet) {
		return c
	}
	for line := range strings.Lines(shipped) {
		if rest, found := strings.CutPrefix(line, game+" "+s.ID+" "); found {
			c.seats = s.Setup.SeatNames()
			for side, word := range strings.Fields(rest) {
				fmt.Sscan(word, &c.Wins[side]) // a test has written the file
				c.Wins[side] /= 100
			}
		}
	}
	return c
}

const (
	battles   = 400    // of a battle that somebody begins: its chances are known to 5 points
	questions = 100    // that dice and players may answer in such a battle on average
	steps     = 25_000 // that scripts may take in it on average
	spare     = 8      // battles that the first ones may take more
)

// Of returns the chances of a match. If they are not in the file it plays the battle, unless
// that takes long.
func Of(system view.Frontend, lib *library.Library, m library.Match) Chances {
	s, err := lib.Scenario(m.Scenario)
	if err == nil && slices.Equal(s.Setup.Fields(), m.Setup.Fields()) {
		if c := Shipped(lib, s); c.Known() {
			return c
		}
	}
	c, _ := Play(system, lib, m.Setup, battles, &Limit{scripts: engine.Allowance{Left: steps * battles}})
	return c
}

// A Limit ends a call of [Play] whose battles take long.
type Limit struct {
	asked   int // questions so far
	scripts engine.Allowance
}

// Record counts an answer.
func (l *Limit) Record(engine.Entry) error {
	l.asked++
	return nil
}

// Play plays a battle many times, with the seeds from 1 on, and returns the mean chances. They
// are not known if the battles pass the limit; without one they may take any time.
func Play(system view.Frontend, lib *library.Library, setup engine.Setup, battles int, most *Limit) (Chances, error) {
	normal, _ := players.PlayerAt(players.Normal) // a level there is
	m := library.Match{Setup: setup, Players: slices.Repeat([]string{normal}, len(setup.SeatNames()))}
	b, solved, err := view.Begin(lib, m)
	if err != nil {
		return Chances{}, err
	}
	dice := lib.Dice(0)
	table, seats, err := view.Seat(system, lib, m, b, dice, solved)
	if err != nil {
		return Chances{}, err
	}
	defer view.Leave(seats)
	if most != nil {
		table.Record(most)
		table.Allow(&most.scripts)
	}
	c := Chances{seats: setup.SeatNames()}
	for n := range battles {
		dice.Reseed(uint64(n + 1))
		if err := engine.Play(b, table); err != nil {
			return Chances{}, err
		}
		for side, chance := range analysis.Result(b) {
			c.Wins[side] += chance / float64(battles)
		}
		if most != nil && (most.asked > questions*(n+spare) || most.scripts.Left < int64(steps*(battles-n-spare))) {
			return Chances{}, nil
		}
	}
	return c, nil
}

// Scenarios returns the battles to play, with the chances of those that ship. Of returns the
// view of a library.
func Scenarios(of func(*library.Library) view.Frontend) catalog.Kind {
	first := func(lib *library.Library, s *library.Scenario) (wins string) {
		if c := Shipped(lib, s); c.Known() {
			wins = c.percent(0)
		}
		return wins
	}
	return catalog.Scenarios(first, func(lib *library.Library, s *library.Scenario) []string {
		lines := of(lib).Describe(s.Setup)
		if c := Of(of(lib), lib, library.Match{Scenario: s.ID, Setup: s.Setup}); c.Known() {
			lines = append(lines, c.Say())
		}
		return lines
	})
}
