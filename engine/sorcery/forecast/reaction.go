package forecast

import (
	"errors"
	"math/big"

	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/odds"
	"houserule/engine/sorcery"
)

// A Reaction is a leader's reaction into a hex, which dice decide (S3.1): with the units
// named so far, or, if none are, with all that may go along.
type Reaction struct {
	Leader *sorcery.Unit // a unit of the look
	To     hex.Hex
	// Least and Most are bounds of the sum added to the dice. They are equal if the seat
	// knows all units whose pace counts (S6).
	Least, Most engine.Score
	Known       bool
}

// Reactions returns the reactions of leaders, which are units of the look, into adjacent
// hexes. If at is not [hex.None], it returns only those into the hex at.
func (l *Look) Reactions(leaders []*sorcery.Unit, at hex.Hex) (list []Reaction) {
	for _, leader := range leaders {
		for _, to := range l.Grid().Neighbors(leader.At().Hex()) {
			if at != hex.None && to != at {
				continue
			}
			if units, _ := l.Reacting(leader, to); units != nil {
				list = append(list, l.reaction(leader, units, to))
			}
		}
	}
	return list
}

// ReactsInto returns the hexes into which a unit of the look could lead a reaction, or the
// reason if there are none.
func (l *Look) ReactsInto(leader *sorcery.Unit) (open []hex.Hex, why error) {
	why = errNoHex
	for _, h := range l.Grid().Neighbors(leader.At().Hex()) {
		if units, r := l.Reacting(leader, h); units != nil {
			open = append(open, h)
		} else {
			why = r
		}
	}
	return open, why
}

var errNoHex = errors.New("there is no hex beside it (S3.1)")

// reaction returns a leader's reaction with the units named so far or, if none are, with
// all of units.
func (l *Look) reaction(leader *sorcery.Unit, units []*sorcery.Unit, to hex.Hex) Reaction {
	into := l.TerrainOf(to)
	react, move := l.Paces(leader.Side(), into)
	if react == (sorcery.Pace{}) {
		for _, u := range units {
			react = react.With(u.Kind(), into)
		}
	}
	r := Reaction{Leader: leader, To: to, Known: l.of.KnownTo(l.seat).SeesPaces()}
	if r.Known {
		r.Least = l.modifiers(leader, react, move)
		r.Most = r.Least
	} else {
		r.Least, r.Most = l.againstAny(leader, react, into)
	}
	return r
}

// againstAny returns bounds of the sum added to the dice if the marching army may have any
// units of the game. The least is against units of one kind, the most against the units
// with the most expensive way and a slow one.
func (l *Look) againstAny(leader *sorcery.Unit, react sorcery.Pace, into *sorcery.Terrain) (least, most engine.Score) {
	kinds, tried := l.mayMarch(), map[sorcery.Pace]bool{}
	for _, k := range kinds {
		for _, other := range kinds {
			move := sorcery.Pace{}.With(k, into).With(other, into)
			if tried[move] {
				continue
			}
			score := l.modifiers(leader, react, move)
			if len(tried) == 0 || score.Total() < least.Total() {
				least = score
			}
			if len(tried) == 0 || score.Total() > most.Total() {
				most = score
			}
			tried[move] = true
		}
	}
	return least, most
}

// mayMarch returns the kinds of units that an army at the marching group's place may have,
// from public knowledge.
func (l *Look) mayMarch() (kinds []*sorcery.Kind) {
	water := false
	for i := range l.of.Units() {
		if u := l.of.Unit(i); u.Marching() {
			water = l.TerrainOf(u.At().Hex()).Water
		}
	}
	for _, k := range l.Game().Kinds {
		if k.Role == sorcery.Troop && k.Move > 0 && (!water || k.Classes&(sorcery.Flyer|sorcery.Swamp) != 0) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// modifiers returns the modifiers of a reaction's dice.
func (l *Look) modifiers(leader *sorcery.Unit, react, move sorcery.Pace) engine.Score {
	score := sorcery.React(l.Score(0, causeDice), react, move, leader.Kind().Leadership)
	return l.Game().Hooks.Reaction.Apply(l.Battle, leader, score)
}

var causeDice = &engine.Cause{Text: "dice", Rule: "S3.1"}

// Comes returns the probability that a reaction succeeds, for dice with the modifiers in a
// score.
func (l *Look) Comes(score engine.Score) *big.Rat {
	rules := &l.Game().Rules
	dice := odds.Certain(score.Total())
	for range rules.ReactionDice {
		dice = odds.Sum(dice, l.die())
	}
	return dice.Where(func(n int) bool { return n >= rules.ReactionNeed })
}
