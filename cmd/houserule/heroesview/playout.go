package heroesview

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/heroes/forecast"
	"houserule/engine/heroes/strategy"
	"houserule/engine/odds"
)

// A playout is an attack as it was played, in each way that its dice can fall.
type playout struct {
	ways    []way
	chances odds.Distribution[int] // of the ways
}

// A way is what happened in an attack.
type way struct {
	forecast.Course
	lost    int // cards of the target
	walls   heroes.Walls
	changes string
}

// playOut plays an attack with its retaliation in all ways, within limits of their number and
// of the steps of scripts.
func (v *View) playOut(ctx context.Context, blow heroes.Blow, ways int, scripts *engine.Allowance) (p playout, err error) {
	v.dice.Ways, v.dice.Scripts, v.dice.Stop = ways, scripts, ctx.Err
	known := map[way]int{}
	p.chances, err = forecast.Attack(v.dice, blow, func(after *heroes.Position, c forecast.Course) int {
		w := way{Course: c, walls: after.Walls(), changes: v.changes(after)}
		if blow.At != nil {
			w.lost = cardsOf(blow.At) - cardsOf(&after.Stacks()[blow.At.ID()])
		}
		i, ok := known[w]
		if !ok {
			i = len(p.ways)
			known[w] = i
			p.ways = append(p.ways, w)
		}
		return i
	})
	if err != nil && ctx.Err() == nil {
		return p, counted(err)
	}
	return p, nil
}

// whole returns the distribution of the changes: "d1 loses 1 card".
func (p *playout) whole() odds.Distribution[string] {
	d := odds.Distribution[string]{Cut: p.chances.Cut, Open: p.chances.Open}
	for i, chance := range p.chances.All() {
		d.Add(p.ways[i].changes, chance)
	}
	return d
}

// chance returns the probability of the ways that pass a test.
func (p *playout) chance(test func(way) bool) *big.Rat {
	return p.chances.Where(func(i int) bool { return test(p.ways[i]) })
}

// any reports whether a way passes a test.
func (p *playout) any(test func(way) bool) bool { return p.chance(test).Sign() > 0 }

// listedSequel describes the kills of an attack and the retaliation, for a list of options. If
// scripts can change them, it takes both from the attack as it is played, unless that takes too
// long: then it leaves out what scripts do.
func (v *View) listedSequel(s heroes.Strike, verb heroes.Verb, scripts *engine.Allowance) string {
	if strategy.OnSteps(&v.battle.Game().Hooks, verb) {
		if p, err := v.playOut(context.Background(), s.Blow, listedWays, scripts); err == nil {
			return v.sequelOf(s, p)
		}
	}
	return v.sequel(s)
}

// The limits for the notes of a list of options: the ways of the dice of each, and the steps of
// scripts of all.
const (
	listedWays  = 1000
	listedSteps = 2_000_000
)

// sequelOf describes the kills of an attack and the retaliation that may follow. If scripts
// or a retaliation at several cards can change them, it takes both from the attack as it
// was played; it returns "" if that was interrupted.
func (v *View) sequelOf(s heroes.Strike, p playout) string {
	switch g := v.battle.Game(); {
	case !view.Hooked(&g.Hooks) && !g.Rules.RetaliationSwats:
		return v.sequel(s)
	case p.chances.Open > 0 || p.chances.Cut > 0:
		return ""
	}
	var words []string
	for _, part := range []string{v.killsOf(s, p), p.reprisal()} {
		if part != "" {
			words = append(words, part)
		}
	}
	return strings.Join(words, "; ")
}

// killsOf describes the effect of a hit, as it was played.
func (v *View) killsOf(s heroes.Strike, p playout) string {
	var hits []way
	for i := range p.chances.All() {
		if w := p.ways[i]; w.Hit {
			hits = append(hits, w)
		}
	}
	if len(hits) == 0 {
		return ""
	}
	if s.At == nil {
		for _, w := range hits {
			if w.walls != min(v.battle.Walls()+1, heroes.Sacked) {
				return ""
			}
		}
		return v.hitsWalls()
	}
	least, most := hits[0].lost, hits[0].lost
	for _, w := range hits {
		least, most = min(least, w.lost), max(most, w.lost)
	}
	cards := s.At.Top().Count()
	switch {
	case least < 0:
		return ""
	case most == 0:
		return "kills nothing"
	case least < most:
		return fmt.Sprintf("kills %d to %d of %d cards", least, most, cards)
	case most == int(s.N):
		return v.kills(s)
	}
	return fmt.Sprintf("kills %d of %d cards", most, cards)
}

// reprisal returns the chance that the retaliation hits, by whether the attack hits, as it
// was played.
func (p *playout) reprisal() string {
	part := func(hit bool) *big.Rat {
		of := func(w way) bool { return w.Hit == hit }
		if !p.any(func(w way) bool { return of(w) && w.Back }) {
			return nil
		}
		back := p.chance(func(w way) bool { return of(w) && w.BackHit })
		return back.Quo(back, p.chance(of))
	}
	if p.any(func(w way) bool { return w.First }) {
		return "it strikes first: " + view.Percent(p.chance(func(w way) bool { return w.BackHit }))
	}
	switch missed, hit := part(false), part(true); {
	case missed != nil && hit != nil && missed.Cmp(hit) == 0:
		return "strikes back: " + view.Percent(hit)
	case missed != nil && hit != nil:
		return fmt.Sprintf("strikes back: %s if missed, %s if hit", view.Percent(missed), view.Percent(hit))
	case missed != nil:
		return fmt.Sprintf("strikes back: %s if missed", view.Percent(missed))
	case hit != nil:
		return fmt.Sprintf("strikes back: %s if hit", view.Percent(hit))
	}
	return ""
}
