// Package fair says how fair a battle is: the chance of each side to win it if all play well, by
// the analysis of its beginning that options and odds show, too. The chances of the scenarios that
// ship are in a file, which a test writes by a longer look. Others are looked at when somebody
// begins them.
package fair

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/analysis"
	"houserule/engine/library"
)

// shipped has a line for each scenario that ships: game, scenario, and the chance of each side
// in percent.
//
//go:embed chances.txt
var shipped string

// Chances are the chances of the sides to win a battle if all play well. The zero Chances are not
// known.
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
		return fmt.Sprintf("You win about %s if %s play well.", c.percent(people[0]), all)
	}
	wins := make([]string, len(c.seats))
	for side, name := range c.seats {
		wins[side] = engine.The(name) + " " + c.percent(engine.Side(side))
	}
	return fmt.Sprintf("If %s play well, the chances to win are about: %s.", all, strings.Join(wins, ", "))
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

// Of returns the chances of a match: those in the file, or else those of a first look.
func Of(lib *library.Library, m library.Match) Chances {
	s, err := lib.Scenario(m.Scenario)
	if err == nil && slices.Equal(s.Setup.Fields(), m.Setup.Fields()) {
		if c := Shipped(lib, s); c.Known() {
			return c
		}
	}
	c, _ := Look(lib, m.Setup, analysis.FirstLook) // the error of a script comes again in the battle
	return c
}

// deals is the number of ways in which dice fall before a first question at which something is hidden.
const deals = 32

// Look returns the chances by an analysis of the beginning of a battle. If no die is rolled before the
// first question, they are those that options and odds show there. Otherwise they are means: of first
// questions after different dice, if something is hidden there, and else of analyses of the beginning
// for each side. They are not known if nothing can be tried.
func Look(lib *library.Library, setup engine.Setup, most analysis.Budget) (Chances, error) {
	b, err := lib.Game.NewBattle(setup)
	if err != nil {
		return Chances{}, err
	}
	var looks []analysis.Chances
	look := func(q engine.Question, at analysis.Recaller, parts int) error {
		found, err := analysis.New().Analyze(context.Background(), q, at, analysis.Budget{Nodes: most.Nodes / parts, States: most.States / parts})
		if err == nil && len(found.Answers) > 0 {
			looks = append(looks, found.Answers[0].Chances)
		}
		return err
	}
	table, dice, several := engine.NewTable(nil), lib.Dice(0), false
	table.Past().Keep()
	seat := engine.OracleFunc(func(q engine.Question) (_ int, err error) {
		if given, _ := table.Past().Whole(); len(given) == 0 {
			err = look(q, table, 1)
		} else if several = analysis.Hides(q.Choice); several {
			err = look(q, table, deals)
		}
		return 0, cmp.Or(err, errAsked)
	})
	for n := 0; n == 0 || several && n < deals; n++ {
		dice.Reseed(uint64(n + 1))
		table.Seat(dice, slices.Repeat([]engine.Oracle{seat}, b.Seats())...)
		if err := engine.Play(b, table); err != nil && !errors.Is(err, errAsked) {
			return Chances{}, err
		}
	}
	for side := 0; side < b.Seats() && len(looks) == side; side++ {
		if err := look(engine.Question{Choice: beginning{b}, Side: engine.Side(side)}, nil, b.Seats()); err != nil {
			return Chances{}, err
		}
	}
	if looks == nil {
		return Chances{}, nil
	}
	c := Chances{seats: setup.SeatNames()}
	for _, chances := range looks {
		for side, chance := range chances {
			c.Wins[side] += chance / float64(len(looks))
		}
	}
	return c, nil
}

// errAsked ends a battle at its first question.
var errAsked = errors.New("the first question")

// A beginning is a question with one answer: to begin the battle.
type beginning struct{ engine.Battle }

func (beginning) Legal(answer int) bool        { return answer == 0 }
func (beginning) First() int                   { return 0 }
func (beginning) Each(yield func(int) bool)    { yield(0) }
func (beginning) Name(int) string              { return "begin" }
func (beginning) Parse(string) (int, error)    { return 0, nil }
func (q beginning) Scratch() engine.Battle     { return q.Fresh() }
func (q beginning) Try(b engine.Battle, _ int) { b.Begin(b.(analysis.Recaller).AtTable()) }

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
		if c := Of(lib, library.Match{Scenario: s.ID, Setup: s.Setup}); c.Known() {
			lines = append(lines, c.Say())
		}
		return lines
	})
}
