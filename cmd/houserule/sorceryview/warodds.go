package sorceryview

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/forecast"
)

// The words for the odds of the map.
const (
	ofReaction = "react"
	ofBreach   = "breach"
	ofAssault  = "assault"
	ofSupply   = "supply"
)

// stormings are breach and assault, where both may come.
const stormings = "storm"

// warOdds are the words that follow odds on the map.
var warOdds = []string{theRound, ofReaction, ofBreach, ofAssault, ofSupply}

var errCampaign = fmt.Errorf("a campaign is too large for exact odds: houserule sim plays a sample. odds %s gives the odds of dice on the map, odds %s of a battle", strings.Join(warOdds[1:], "|"), theRound)

// Countable refuses the odds of a whole campaign.
func (v *View) Countable() error {
	if v.battle.InWar() {
		return errCampaign
	}
	return nil
}

// mapOdds returns exact odds of the dice on the map; ok is false where the words are
// about a fight.
func (m *mapView) mapOdds(words []string) (text string, ok bool, err error) {
	what := ""
	if len(words) > 0 {
		what = words[0]
		words = words[1:]
	} else if what = m.atHand(); what == stormings {
		breach, _, err := m.mapOdds([]string{ofBreach})
		if err != nil {
			return "", true, err
		}
		assault, _, err := m.mapOdds([]string{ofAssault})
		return breach + "\n" + assault, true, err
	}
	if len(words) > 1 {
		return "", true, fmt.Errorf("%q is too much: odds %s takes a hex at most", words[1], what)
	}
	at := hex.None
	if len(words) == 1 && slices.Contains(warOdds[1:], what) {
		if at, err = m.hexNamed(words[0]); err != nil {
			return "", true, err
		}
	}
	a := m.view.look()
	defer func() {
		if failed := m.view.looked(a); failed != nil {
			text, err = "", failed
		}
	}()
	switch what {
	case ofReaction:
		text, err = m.reactionOdds(a, at)
	case ofBreach:
		text, err = m.breachOdds(a, at)
	case ofAssault:
		text, err = m.assaultOdds(a, at)
	case ofSupply:
		text = m.supplyOdds(a, at)
	default:
		return "", false, nil
	}
	return text, true, err
}

// atHand names the next roll of dice on the map, "" if it is a fight, or none.
func (m *mapView) atHand() string {
	c, ordered := m.view.Asked().Choice.(*sorcery.Ordering)
	switch form := m.view.Form(); {
	case m.view.battle.Fighting():
		return ""
	case form == sorcery.FormReact, form == fight.FormBring, form == sorcery.FormReaction:
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

// reactionOdds returns the odds of the dice of a reaction, for each leader that may try
// it and each hex: with the units that were named, or with all that may go along. The
// modifier for the pace of the moving units is unknown until the viewer has seen them.
// Then the odds are given as a range over all possible units (S6).
func (m *mapView) reactionOdds(a *forecast.Look, at hex.Hex) (string, error) {
	if form := m.view.Form(); form != sorcery.FormReact && form != fight.FormBring && form != sorcery.FormReaction || m.view.battle.Fighting() {
		return "", errors.New("no side may react now: range UNIT shows where a stack could (S3.1)")
	}
	leaders := engine.Each(m.reactors(), func(u *fight.Unit) *fight.Unit { return a.Reading().Unit(u.ID()) })
	lines := engine.Each(a.Reactions(leaders, at), func(r forecast.Reaction) string {
		return fmt.Sprintf("%s into %s: %s", m.view.battle.Label(r.Leader), m.war().PlaceName(r.To), m.reactionText(r))
	})
	if lines == nil {
		return "", errors.New("no stack can react into that hex (S3.1)")
	}
	return strings.Join(lines, "\n"), nil
}

func (m *mapView) reactionText(r forecast.Reaction) string {
	least := view.Chance(r.Least)
	if !r.Known {
		return fmt.Sprintf("from %s to %s, depending on which units march, which is not known (S6)", least, view.Chance(r.Most))
	}
	modified := modifiersOf(r.Highest)
	if modified == "" {
		modified = "not modified"
	}
	rules := &m.view.battle.Game().Rules
	return fmt.Sprintf("%s (%d or more of %d dice, %s)", least, rules.ReactionNeed, rules.ReactionDice, modified)
}

// reactors returns the leaders that may react now.
func (m *mapView) reactors() (leaders []*fight.Unit) {
	if u := m.view.battle.Scout(); u != nil {
		return []*fight.Unit{u}
	}
	for answer := range m.view.Asked().Choice.Each {
		if u := m.view.picked(answer); u != nil {
			leaders = append(leaders, u)
		}
	}
	return leaders
}

// S4.

var errNoSiege = errors.New("you besiege nothing there: breach and assault are for besiegers, and for units at a wall (S4)")

// breachOdds returns the odds of both dice of a breach.
func (m *mapView) breachOdds(a *forecast.Look, at hex.Hex) (string, error) {
	var lines []string
	for _, s := range a.Storms(at) {
		if b, ok := a.Breach(s); ok {
			lines = append(lines, fmt.Sprintf("breach of %s: %s, with one die %s, and then one %s",
				m.stormText(s), view.Chance(b.Chance), screen.NewAccount("below", b.Needs[0]), screen.NewAccount("below", b.Needs[1])))
		}
	}
	if lines == nil {
		return "", errNoSiege
	}
	return strings.Join(lines, "\n"), nil
}

// stormText names the target of an assault or a breach, and where it starts.
func (m *mapView) stormText(s forecast.Storm) string {
	return fmt.Sprintf("%s from %s", m.war().PlaceName(s.To), m.war().Grid().Number(s.From.Hex()))
}

// stormNote describes the odds of an assault or a breach by the units of the question.
func (m *mapView) stormNote(c *sorcery.Ordering, what sorcery.Order, to hex.Hex) string {
	if what == sorcery.ToAssault {
		rules := &m.war().Game().War
		return fmt.Sprintf("each unit on foot gets in on %d or less, and is demoralized from %d on", rules.AssaultEnters, rules.AssaultShakes)
	}
	for u := range c.Group {
		a := m.view.look()
		b, ok := a.Breach(forecast.Storm{Side: u.Side(), From: m.war().At(u), To: to})
		if m.view.looked(a) != nil || !ok {
			return ""
		}
		return "all get in: " + view.Chance(b.Chance)
	}
	return ""
}

// assaultOdds returns the odds of the dice of an assault, for each unit and for all that
// may take part.
func (m *mapView) assaultOdds(a *forecast.Look, at hex.Hex) (string, error) {
	var lines []string
	for _, s := range a.Storms(at) {
		text := "no unit there may: only units on foot, in good order, that have not moved (S4)"
		if assault := a.Assault(s); len(assault.Climbers) > 0 {
			n := len(assault.Climbers)
			one := assault.Climbers[n-1]
			text = fmt.Sprintf("each of %s gets in %s, is demoralized %s; at least one gets in %s (S4)",
				screen.CountOrNo(n, "unit"), view.Chance(one.In), view.Chance(one.Shaken), view.Chance(assault.Any))
		}
		lines = append(lines, fmt.Sprintf("assault of %s: %s", m.stormText(s), text))
	}
	if lines == nil {
		return "", errNoSiege
	}
	return strings.Join(lines, "\n"), nil
}

// S1.

// supplyOdds are what stacks of the viewer's side would lose at the next check, at the
// start of a game turn, if they stood as they do now.
func (m *mapView) supplyOdds(a *forecast.Look, at hex.Hex) string {
	var lines []string
	for _, c := range m.war().Camps() {
		if seat := m.view.viewer(); seat >= 0 && c.Side != seat || at != hex.None && c.Spot.Hex() != at {
			continue
		}
		s := a.Supply(c)
		if s.Weight.Total() == 0 || s.Over <= 0 && at == hex.None {
			continue
		}
		text := m.war().PlaceName(c.Spot.Hex())
		if c.Spot.Inside() {
			text += ", inside"
		}
		text += fmt.Sprintf(": %s of %s", weightText(s.Weight), screen.NewAccount("limit", s.Limit))
		if s.Over <= 0 {
			lines = append(lines, text+": all are fed (S1)")
			continue
		}
		text += fmt.Sprintf(", %d over: %s lost", s.Over, screen.CountOrNo(s.Lost, "unit"))
		if s.More.Sign() > 0 {
			text += fmt.Sprintf(", one more %s", view.Chance(s.More))
		}
		lines = append(lines, text+"; if any is, the rest is demoralized (S1)")
	}
	if lines == nil {
		return "No stack of yours is too large as it stands (S1)."
	}
	return strings.Join(lines, "\n")
}

// weightText returns the weight of a stack, with its terms if a siege multiplies it.
func weightText(weight engine.Score) string {
	terms := weight.Terms()
	if len(terms) < 2 {
		return fmt.Sprint(weight.Total())
	}
	return fmt.Sprintf("%d (%s)", weight.Total(), strings.Join(engine.Each(terms, engine.Term.String), ", "))
}
