package modtrial

import (
	"math/rand/v2"
	"slices"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
)

// The players of a trial, besides those of the mods.
const (
	random = "random"
	greedy = "greedy"
)

// An entry is an entry of the data.
type entry struct{ section, id string }

// A focus is entries of the mods that the same units bring into battles.
type focus struct {
	entries []entry
	units   []string
}

// A plan is what there is to play.
type plan struct {
	lib       *library.Library
	drill     view.Drill // nil: the game has only scenarios
	frontend  view.Frontend
	focuses   []focus
	idle      []entry             // that no unit and no script has
	scenarios []*library.Scenario // of the mods
	others    []*library.Scenario
	players   [][]string // line-ups, which take turns
}

// plan looks for the entries and scenarios that the mods add or change.
func (t Trial) plan() *plan {
	p := &plan{lib: t.Library, frontend: t.Frontend, players: [][]string{{random, random}, {greedy, random}, {random, greedy}, {greedy, greedy}}}
	p.drill, _ = t.Frontend.(view.Drill)
	for _, s := range t.Library.Scenarios {
		if own, changed := t.touched(library.ScenarioSection, s.ID); own || changed {
			p.scenarios = append(p.scenarios, s)
		} else {
			p.others = append(p.others, s)
		}
	}
	if p.drill != nil {
		p.entries(t)
	}
	for _, player := range t.Library.Players {
		if slices.Contains(t.Mods, player.Mod) {
			p.players = append(p.players, []string{player.Name, random}, []string{greedy, player.Name})
		}
	}
	return p
}

// entries fills the focuses. Entries of other mods that these change are one focus, as a patch may
// change all of them.
func (p *plan) entries(t Trial) {
	var changes focus
	for _, table := range library.Tables(p.lib.Format, p.lib.Own()...) {
		for _, id := range p.lib.IDs(table.Section) {
			own, changed := t.touched(table.Section, id)
			if !own && !changed {
				continue
			}
			units, ok := p.drill.Bearers(p.lib, table.Section, id)
			e := entry{table.Section, id}
			switch {
			case !ok:
			case len(units) == 0 && own:
				if !t.mentioned(id) {
					p.idle = append(p.idle, e)
				}
			case own:
				i := slices.IndexFunc(p.focuses, func(f focus) bool { return slices.Equal(f.units, units) })
				if i < 0 {
					i = len(p.focuses)
					p.focuses = append(p.focuses, focus{units: units})
				}
				p.focuses[i].entries = append(p.focuses[i].entries, e)
			default:
				changes.units = append(changes.units, units...)
			}
		}
	}
	if changes.units != nil {
		p.focuses = append(p.focuses, changes)
	}
	if units, _ := p.drill.Bearers(p.lib, "", ""); len(units) > 0 {
		p.focuses = append(p.focuses, focus{units: units})
	}
}

// A bout is one battle of a trial.
type bout struct {
	library.Match
	typed map[string]string // armies that were drawn, as values of flags
	unit  string            // the unit of the mods whose wins it counts; "" for none
	side  engine.Side       // of the unit in focus
}

// seeking is the number of rounds, after one of each line-up of players, that are only for focuses that
// miss something.
const seeking = 16

// round yields the battles of a round: one for each focus, one for each scenario of the mods, and one
// for another scenario. Seed and players follow from the number of the battle.
func (p *plan) round(n int, misses func(focus) bool) func(yield func(bout) bool) {
	return func(yield func(bout) bool) {
		seed := uint64(n)*uint64(len(p.focuses)+len(p.scenarios)+1) + 1
		next := func(m library.Match, seats int) library.Match {
			m.Seed, m.Dice = seed, library.Seeded
			m.Players, _ = view.Deal(p.players[n%len(p.players)], seats)
			seed++
			return m
		}
		missed := n >= len(p.players) && n < len(p.players)+seeking && slices.ContainsFunc(p.focuses, misses)
		for _, f := range p.focuses {
			b := bout{side: engine.Side(n / len(p.players) % 2)}
			b.Match = next(b.Match, 2)
			if missed && !misses(f) {
				continue
			}
			unit := f.units[n%len(f.units)]
			if slices.ContainsFunc(f.entries, func(e entry) bool { return e.id == unit }) {
				b.unit = unit
			}
			if p.draw(&b, unit) && !yield(b) {
				return
			}
		}
		scenarios := p.scenarios
		if len(p.others) > 0 {
			scenarios = append(slices.Clip(scenarios), p.others[n%len(p.others)])
		}
		for _, s := range scenarios {
			if !yield(bout{Match: next(library.Match{Scenario: s.ID, Setup: s.Setup}, len(s.Setup.SeatNames()))}) {
				return
			}
		}
	}
}

// draws is how many armies are drawn until the rules allow them.
const draws = 8

// draw draws the armies of a battle with a unit.
func (p *plan) draw(b *bout, unit string) bool {
	dice := rand.New(rand.NewPCG(b.Seed, 1))
	for range draws {
		if b.typed = p.drill.Drill(p.lib, unit, b.side, dice); b.typed == nil {
			return false
		}
		setup, err := p.frontend.Setup(p.lib, nil, b.typed)
		if err != nil {
			continue
		}
		if _, err := p.lib.Game.NewBattle(setup); err == nil {
			b.Setup = setup
			return true
		}
	}
	return false
}
