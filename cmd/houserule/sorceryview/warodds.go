package sorceryview

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery"
)

// What odds are told of on the map.
const (
	ofReaction = "react"
	ofBreach   = "breach"
	ofAssault  = "assault"
	ofSupply   = "supply"
)

// stormings are breach and assault, where both may come.
const stormings = "storm"

// warOdds are the words behind odds on the map.
var warOdds = []string{theRound, ofReaction, ofBreach, ofAssault, ofSupply}

var errCampaign = fmt.Errorf("no campaign is small enough for its odds: houserule sim samples. odds %s tells those of what dice decide on the map, odds %s of a battle", strings.Join(warOdds[1:], "|"), theRound)

// Countable refuses the odds of a whole campaign.
func (v *View) Countable() error {
	if v.battle.OnMap() {
		return errCampaign
	}
	return nil
}

// mapOdds tells exact odds of what dice decide on the map; ok is false where the
// words are about a fight.
func (v *View) mapOdds(words []string) (text string, ok bool, err error) {
	what := ""
	if len(words) > 0 {
		what = words[0]
		words = words[1:]
	} else if what = v.atHand(); what == stormings {
		breach, _, err := v.mapOdds([]string{ofBreach})
		if err != nil {
			return "", true, err
		}
		assault, _, err := v.mapOdds([]string{ofAssault})
		return breach + "\n" + assault, true, err
	} else if what == "" {
		return "", true, errCampaign
	}
	if len(words) > 1 {
		return "", true, fmt.Errorf("%q is too much: odds %s takes a hex at most", words[1], what)
	}
	at := hex.None
	if len(words) == 1 && slices.Contains(warOdds[1:], what) {
		if at, err = v.hexNamed(words[0]); err != nil {
			return "", true, err
		}
	}
	a := v.look()
	defer func() {
		if failed := v.looked(a); failed != nil {
			text, err = "", failed
		}
	}()
	switch what {
	case ofReaction:
		text, err = v.reactionOdds(a, at)
	case ofBreach:
		text, err = v.breachOdds(a, at)
	case ofAssault:
		text, err = v.assaultOdds(a, at)
	case ofSupply:
		text, err = v.supplyOdds(a, at)
	default:
		return "", false, nil
	}
	return text, true, err
}

// atHand is what dice decide next, "" where that is a fight, or nothing.
func (v *View) atHand() string {
	c, ordered := v.Asked().Choice.(*sorcery.Ordering)
	switch form := v.Form(); {
	case v.battle.Fighting():
		return ""
	case form == sorcery.FormReact, form == sorcery.FormBring, form == sorcery.FormReaction:
		return ofReaction
	case form == sorcery.FormLose:
		return ofSupply
	case ordered:
		for answer := range c.Each {
			if what, _ := c.Order(answer); what == sorcery.ToBreach || what == sorcery.ToAssault {
				return stormings
			}
		}
	}
	return ""
}

// dieChance is how likely a die passes.
func (v *View) dieChance(passes func(die int) bool) *big.Rat {
	faces, n := v.battle.Game().Rules.Die, 0
	for die := 1; die <= faces; die++ {
		n += bit(passes(die))
	}
	return big.NewRat(int64(n), int64(faces))
}

// S4.

// stormed are the places that the side that looks could storm: besieged sites,
// and hexes with enemies behind a wall at which it stands.
func (v *View) stormed(a *aside, at hex.Hex) (list []assault) {
	add := func(side engine.Side, from sorcery.Spot, to hex.Hex) {
		if seat := v.viewer(); (seat < 0 || seat == side) && (at == hex.None || at == to) {
			list = append(list, assault{side, from, to})
		}
	}
	for _, s := range a.Sieges() {
		if !s.Walled {
			add(s.By, sorcery.SpotIn(s.Hex, false), s.Hex)
		}
	}
	grid := v.battle.Grid()
	for h := range hex.Hex(grid.Hexes()) {
		for _, near := range grid.Neighbors(h) {
			between := v.battle.HexsideOf(grid.Between(h, near))
			for side := range sorcery.Seats {
				s, on := a.SiegeAt(h)
				if besieged := on && s.By != side; !besieged && between != nil && between.Wall && a.Present(side, h) && a.Present(enemy(side), near) {
					add(side, sorcery.SpotIn(h, false), near)
				}
			}
		}
	}
	return list
}

// An assault is whose units storm, from where, and which hex.
type assault struct {
	side engine.Side
	from sorcery.Spot
	to   hex.Hex
}

var errNoSiege = errors.New("you besiege nothing there: breach and assault are for besiegers, and for who stands at a wall (S4)")

// breachOdds are those of both dice of a breach.
func (v *View) breachOdds(a *aside, at hex.Hex) (string, error) {
	var lines []string
	for _, s := range v.stormed(a, at) {
		if _, ok := a.Breaching(s.side, s.from, s.to); !ok {
			continue
		}
		chance, needs := v.breachChance(a, s)
		lines = append(lines, fmt.Sprintf("breach of %s from %s: %s, with one die %s, and then one %s",
			v.battle.PlaceName(s.to), v.battle.Grid().Number(s.from.Hex()), view.Chance(chance), needs[0], needs[1]))
	}
	if lines == nil {
		return "", errNoSiege
	}
	return strings.Join(lines, "\n"), nil
}

// breachChance is how likely both dice of a breach are low enough, and what they
// must be below.
func (v *View) breachChance(a *aside, s assault) (chance *big.Rat, needs [2]string) {
	of, _ := a.Breaching(s.side, s.from, s.to)
	chance = big.NewRat(1, 1)
	for die := range needs {
		need := a.BreachNeed(s.side, s.from, s.to, die)
		chance.Mul(chance, v.dieChance(func(n int) bool { return v.battle.Game().Hooks.BreachDie.Apply(a.Battle, of, n) < need.Total() }))
		needs[die] = screen.NewAccount("below", need).String()
	}
	return chance, needs
}

// stormNote is what comes of an assault or a breach by those who are asked.
func (v *View) stormNote(c *sorcery.Ordering, what sorcery.Order, to hex.Hex) string {
	if what == sorcery.ToAssault {
		rules := &v.battle.Game().Rules
		return fmt.Sprintf("each unit on foot gets in on %d or less, and is demoralised from %d on", rules.AssaultEnters, rules.AssaultShakes)
	}
	for u := range c.Group {
		a := v.look()
		chance, _ := v.breachChance(a, assault{u.Side(), u.At(), to})
		if v.looked(a) != nil {
			return ""
		}
		return "all get in: " + view.Chance(chance)
	}
	return ""
}

// assaultOdds are those of the dice of an assault, for each unit and for all who
// may.
func (v *View) assaultOdds(a *aside, at hex.Hex) (string, error) {
	var lines []string
	rules, hooks := &v.battle.Game().Rules, &v.battle.Game().Hooks
	for _, s := range v.stormed(a, at) {
		none, n := big.NewRat(1, 1), 0
		var in, back *big.Rat
		for i := range a.Units() {
			u := a.Unit(i)
			if u.At() != s.from || u.Side() != s.side || u.Kind().Role != sorcery.Troop || u.Kind().Classes&(sorcery.Cavalry|sorcery.Flyer) != 0 || u.Demoralized() || a.Left(u) < u.Kind().Move {
				continue
			}
			n++
			in = v.dieChance(func(die int) bool { return hooks.AssaultDie.Apply(a.Battle, u, die) <= rules.AssaultEnters })
			back = v.dieChance(func(die int) bool { return hooks.AssaultDie.Apply(a.Battle, u, die) >= rules.AssaultShakes })
			none.Mul(none, new(big.Rat).Sub(big.NewRat(1, 1), in))
		}
		text := fmt.Sprintf("assault of %s from %s: nobody there may: units on foot, in good order, that have not moved (S4)", v.battle.PlaceName(s.to), v.battle.Grid().Number(s.from.Hex()))
		if n > 0 {
			text = fmt.Sprintf("assault of %s from %s: each of %s gets in %s, is demoralised %s; at least one gets in %s (S4)",
				v.battle.PlaceName(s.to), v.battle.Grid().Number(s.from.Hex()), screen.CountOrNo(n, "unit"), view.Chance(in), view.Chance(back), view.Chance(new(big.Rat).Sub(big.NewRat(1, 1), none)))
		}
		lines = append(lines, text)
	}
	if lines == nil {
		return "", errNoSiege
	}
	return strings.Join(lines, "\n"), nil
}

// S1.

// supplyOdds are what stacks of the side that looks would lose at the start of a
// game turn if they stood as they do now.
func (v *View) supplyOdds(a *aside, at hex.Hex) (string, error) {
	die := v.battle.Game().Rules.Die
	var lines []string
	for _, c := range v.camps() {
		if seat := v.viewer(); seat >= 0 && c.Side != seat || at != hex.None && c.Spot.Hex() != at {
			continue
		}
		weight, limit := a.WeightIn(c.Side, c.Spot), a.LimitOf(c.Side, c.Spot)
		over := weight - limit.Total()
		where := v.battle.PlaceName(c.Spot.Hex())
		if c.Spot.Inside() {
			where += ", inside"
		}
		switch {
		case weight == 0 || over <= 0 && at == hex.None:
			continue
		case over <= 0:
			lines = append(lines, fmt.Sprintf("%s: %d of %s: all are fed (S1)", where, weight, screen.NewAccount("limit", limit)))
			continue
		}
		text := fmt.Sprintf("%s: %d of %s, %d over: %s lost", where, weight, screen.NewAccount("limit", limit), over, screen.CountOrNo(over/die, "unit"))
		if rest := over % die; rest > 0 {
			text += fmt.Sprintf(", one more %s", view.Chance(big.NewRat(int64(rest), int64(die))))
		}
		lines = append(lines, text+"; if any is, the rest is demoralised (S1)")
	}
	if lines == nil {
		return "No stack of yours is too large as it stands (S1).", nil
	}
	return strings.Join(lines, "\n"), nil
}
