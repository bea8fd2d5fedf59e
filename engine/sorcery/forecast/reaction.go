package forecast

import (
	"errors"
	"math/big"

	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/odds"
	"houserule/engine/sorcery/fight"
)

// A Reaction is a leader's reaction into a hex, which dice decide (S3.1): with the units
// named so far, or, if none are, with all that may go along.
type Reaction struct {
	Leader *fight.Unit // a unit of the look
	To     hex.Hex
	// Least and Most are bounds of the probability that it succeeds. They are equal if the
	// seat knows all units whose pace counts (S6).
	Least, Most *big.Rat
	Known       bool
	Highest     engine.Score // the highest roll of its dice with their modifiers, if Known
}

// Reactions returns the reactions of leaders, which are units of the look, into adjacent
// hexes. If at is not [hex.None], it returns only those into the hex at.
func (l *Look) Reactions(leaders []*fight.Unit, at hex.Hex) (list []Reaction) {
	for _, leader := range leaders {
		for _, to := range l.War().Grid().Neighbors(l.War().At(leader).Hex()) {
			if at != hex.None && to != at {
				continue
			}
			if units, _ := l.War().Reacting(leader, to); units != nil {
				list = append(list, l.reaction(leader, units, to))
			}
		}
	}
	return list
}

// ReactsInto returns the hexes into which a unit of the look could lead a reaction, or the
// reason if there are none.
func (l *Look) ReactsInto(leader *fight.Unit) (open []hex.Hex, why error) {
	why = errNoHex
	for _, h := range l.War().Grid().Neighbors(l.War().At(leader).Hex()) {
		if units, r := l.War().Reacting(leader, h); units != nil {
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
func (l *Look) reaction(leader *fight.Unit, units []*fight.Unit, to hex.Hex) Reaction {
	into := l.War().TerrainOf(to)
	react, move := l.War().Paces(leader.Side(), into)
	if react == (fight.Pace{}) {
		for _, u := range units {
			react = react.With(u.Kind(), into)
		}
	}
	rules, dice := &l.battle.Game().Rules, odds.Certain(0)
	for range rules.ReactionDice {
		dice = odds.Sum(dice, l.die())
	}
	r := Reaction{Leader: leader, To: to, Known: l.public().SeesPaces(l.seat)}
	if !r.Known {
		r.Least, r.Most = l.againstAny(leader, dice, react, into)
		return r
	}
	r.Least = l.comes(leader, dice, react, move)
	r.Most = r.Least
	r.Highest = l.reacted(leader, rules.ReactionDice*rules.Die, react, move)
	return r
}

// againstAny returns bounds of the probability that a reaction succeeds if the marching army
// may have any units of the game. The least is against units of one kind, the most against
// the units with the most expensive way and a slow one.
func (l *Look) againstAny(leader *fight.Unit, dice odds.Distribution[int], react fight.Pace, into *fight.Terrain) (least, most *big.Rat) {
	least, most = big.NewRat(1, 1), new(big.Rat)
	kinds, tried := l.mayMarch(), map[fight.Pace]bool{}
	for _, k := range kinds {
		for _, other := range kinds {
			move := fight.Pace{}.With(k, into).With(other, into)
			if tried[move] {
				continue
			}
			tried[move] = true
			chance := l.comes(leader, dice, react, move)
			if chance.Cmp(least) < 0 {
				least = chance
			}
			if chance.Cmp(most) > 0 {
				most = chance
			}
		}
	}
	return least, most
}

// mayMarch returns the kinds of units that an army at the marching group's place may have,
// from public knowledge.
func (l *Look) mayMarch() (kinds []*fight.Kind) {
	water := false
	for i := range l.of.Units() {
		if u := l.of.Unit(i); l.public().Marching(u) {
			water = l.War().TerrainOf(l.public().At(u).Hex()).Water
		}
	}
	for _, k := range l.battle.Game().Kinds {
		if k.Role == fight.Troop && k.Move > 0 && (!water || k.Classes&(fight.Flyer|fight.Swamp) != 0) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// comes returns the probability that a reaction succeeds. It asks the rules about each roll
// of the dice: a hook may change one roll, and not another.
func (l *Look) comes(leader *fight.Unit, dice odds.Distribution[int], react, move fight.Pace) *big.Rat {
	sum := new(big.Rat)
	for n, p := range dice.All() {
		if l.reacted(leader, n, react, move).Total() >= l.battle.Game().Rules.ReactionNeed {
			sum.Add(sum, p)
		}
	}
	return sum
}

// reacted returns a roll of a reaction's dice with its modifiers.
func (l *Look) reacted(leader *fight.Unit, dice int, react, move fight.Pace) engine.Score {
	score := fight.React(l.battle.Score(dice, causeDice), react, move, leader.Kind().Leadership)
	return l.battle.Game().Hooks.Reaction.Apply(l.battle, leader, score)
}

var causeDice = &engine.Cause{Text: "dice", Rule: "S3.1"}
