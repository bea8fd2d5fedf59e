package sorceryview

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery"
)

// reactionOdds are those of the dice of a reaction, for each leader that may try
// it and each hex: with those who were named, or with all who may go along.
func (v *View) reactionOdds(a *aside, at hex.Hex) (string, error) {
	if form := v.Form(); form != sorcery.FormReact && form != sorcery.FormBring && form != sorcery.FormReaction || v.battle.Fighting() {
		return "", errors.New("nobody is asked to react now: range UNIT tells where a stack could (S3.1)")
	}
	var lines []string
	for _, leader := range v.reactors() {
		for _, to := range v.battle.Grid().Neighbors(leader.At().Hex()) {
			if at != hex.None && to != at {
				continue
			}
			if units, _ := a.Reacting(a.Unit(leader.ID()), to); units != nil {
				lines = append(lines, fmt.Sprintf("%s into %s: %s", v.battle.Label(leader), v.battle.PlaceName(to), v.reactionChance(a, leader, units, to)))
			}
		}
	}
	if lines == nil {
		return "", errors.New("nobody can react into that hex (S3.1)")
	}
	return strings.Join(lines, "\n"), nil
}

// reactors are the leaders that may react now.
func (v *View) reactors() (leaders []*sorcery.Unit) {
	if u := v.battle.Scout(); u != nil {
		return []*sorcery.Unit{u}
	}
	for answer := range v.Asked().Choice.Each {
		if u := v.picked(answer); u != nil {
			leaders = append(leaders, u)
		}
	}
	return leaders
}

// reactionChance is how likely those come who were named, or else all of some units
// that may go along. What the pace of those who march adds
// is not known before who looks has seen them: then it is told from what to what
// it goes, whoever they are (S6).
func (v *View) reactionChance(a *aside, leader *sorcery.Unit, units []*sorcery.Unit, to hex.Hex) string {
	into := v.battle.TerrainOf(to)
	react, move := a.Paces(leader.Side(), into)
	if react == (sorcery.Pace{}) {
		for _, u := range units {
			react = react.With(u.Kind(), into)
		}
	}
	if v.battle.SeesPaces(v.viewer()) {
		score := v.reactionScore(a, leader, react, move)
		return fmt.Sprintf("%s (%d or more of %d dice, %s)", view.Chance(v.diceChance(score)), v.battle.Game().Rules.ReactionNeed, v.battle.Game().Rules.ReactionDice, modified(score))
	}
	least, most := v.scoresAgainstAny(a, leader, react, into)
	return fmt.Sprintf("from %s to %s, by who marches, which is not known (S6)", view.Chance(v.diceChance(least)), view.Chance(v.diceChance(most)))
}

// scoresAgainstAny are the least and the most that dice of nothing come to when
// any army may be the one that marches, of all units that the game has. The least
// is against units of one kind; for the most it takes those with the dearest way,
// and a slow one.
func (v *View) scoresAgainstAny(a *aside, leader *sorcery.Unit, react sorcery.Pace, into *sorcery.Terrain) (least, most engine.Score) {
	kinds, tried := v.mayMarch(), map[sorcery.Pace]bool{}
	for _, k := range kinds {
		for _, other := range kinds {
			move := sorcery.Pace{}.With(k, into).With(other, into)
			if tried[move] {
				continue
			}
			score := v.reactionScore(a, leader, react, move)
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

// mayMarch are the kinds of units that an army may have which stands where those
// do who march: that is public.
func (v *View) mayMarch() (kinds []*sorcery.Kind) {
	water := false
	for i := range v.battle.Units() {
		if u := v.battle.Unit(i); u.Marching() {
			water = v.battle.TerrainOf(u.At().Hex()).Water
		}
	}
	for _, k := range v.battle.Game().Kinds {
		if k.Role == sorcery.Troop && k.Move > 0 && (!water || k.Classes&(sorcery.Flyer|sorcery.Swamp) != 0) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// reactionScore is what dice of nothing come to with their modifiers.
func (v *View) reactionScore(a *aside, leader *sorcery.Unit, react, move sorcery.Pace) engine.Score {
	score := sorcery.React(a.Score(0, causeDice), react, move, leader.Kind().Leadership)
	return v.battle.Game().Hooks.Reaction.Apply(a.Battle, a.Unit(leader.ID()), score)
}

var causeDice = &engine.Cause{Text: "dice", Rule: "S3.1"}

// modified are the modifiers of a reaction.
func modified(score engine.Score) string {
	text := modifiersOf(score)
	if text == "" {
		return "not modified"
	}
	return text
}

// diceChance is how likely the dice of a reaction, with what a score adds to
// them, are enough.
func (v *View) diceChance(score engine.Score) *big.Rat {
	rules := &v.battle.Game().Rules
	sums := map[int]*big.Rat{0: big.NewRat(1, 1)}
	face := big.NewRat(1, int64(rules.Die))
	for range rules.ReactionDice {
		next := map[int]*big.Rat{}
		for sum, p := range sums {
			for die := 1; die <= rules.Die; die++ {
				if next[sum+die] == nil {
					next[sum+die] = new(big.Rat)
				}
				next[sum+die].Add(next[sum+die], new(big.Rat).Mul(p, face))
			}
		}
		sums = next
	}
	come := new(big.Rat)
	for sum, p := range sums {
		if sum+score.Total() >= rules.ReactionNeed {
			come.Add(come, p)
		}
	}
	return come
}
