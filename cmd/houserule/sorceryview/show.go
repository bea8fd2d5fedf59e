package sorceryview

import (
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/board"
	"houserule/engine/library"
	"houserule/engine/sorcery/fight"
)

// ShowUsage returns the arguments of show on the map; ok is false without a map.
func (v *View) ShowUsage() (usage string, ok bool) {
	unit := v.onMap.example()
	return fmt.Sprintf("a unit or a hex, as in show %s or show 0304", unit), v.battle.InWar()
}

// Show returns all facts about a unit or a hex.
func (v *View) Show(name string) (board.Page, error) {
	if v.battle.InWar() && isHex(name) {
		h, err := v.onMap.hexNamed(name)
		if err != nil {
			return board.Page{}, err
		}
		return v.onMap.aboutHex(h), nil
	}
	u, err := v.unitNamed(name)
	if err != nil {
		return board.Page{}, err
	}
	p := board.Page{Name: name, Is: []string{u.Kind().Name, v.Seat(u.Side()), v.whereabouts(u)}}
	if states := v.statesOf(u); len(states) > 0 {
		p.Add(board.Text("%s", strings.Join(states, ", ")))
	}
	if u.Stands() {
		p.Add(v.aboutFight(u)...)
	}
	p.Add(v.aboutKind(u.Kind()))
	return p, nil
}

// whereabouts is where a unit is.
func (v *View) whereabouts(u *fight.Unit) string {
	switch u.Status() {
	case fight.Standing:
		return "in the hex"
	case fight.Adjacent:
		return "in the adjacent hex " + v.battle.WayName(u.Hex())
	case fight.Afield:
		return "in " + v.onMap.war().PlaceName(v.onMap.war().At(u).Hex())
	case fight.Withdrawn:
		return "withdrawn to " + v.battle.WayName(u.Hex())
	}
	return u.Status().String()
}

// aboutFight returns the losses that a unit inflicts, and those that it can take, with the
// terms of the numbers.
func (v *View) aboutFight(u *fight.Unit) (facts []board.Fact) {
	a := v.look()
	if of := a.Reading().Unit(u.ID()); u.Kind().Role == fight.Troop {
		strength, morale := board.Score("strength", a.Reading().StrengthOf(of)), board.Score("morale", a.Reading().MoraleOf(of))
		if a.Reading().HalvedNow(of) {
			strength.Facts = []board.Fact{board.Text("counts half in this round: it came over water (S3.2)")}
		}
		morale.Facts = []board.Fact{board.Text("%s", v.needs(morale.Total))}
		facts = append(facts, strength, board.Score("loss", a.Reading().DefenseOf(of)), morale)
	} else {
		facts = append(facts, board.Text("%s", strings.Join(factsOf(u), ", ")))
	}
	if err := v.looked(a); err != nil {
		facts = append(facts, board.Text("?: %s", library.Explain(err)))
	}
	return facts
}

func (v *View) aboutKind(k *fight.Kind) board.Fact {
	f := board.Text("%s (%s): %s", k.Name, k.ID, kindSort(k))
	f.Facts = board.Texts(slices.Concat(kindFacts(v.battle.Game(), k), []string{v.Library().Flavor(k)}, abilityTexts(k))...)
	return f
}

// kindSort describes a kind in a line: "unit of the Orcs, strength 3,
// cavalry".
func kindSort(k *fight.Kind) string {
	words := []string{fmt.Sprintf("%s of the %s", k.Role, k.Of().Name)}
	attack, defense := printed(k)
	switch {
	case k.Role != fight.Troop:
		if k.Role == fight.Character {
			words = append(words, fmt.Sprintf("leadership %d", k.Leadership))
		}
		words = append(words, fmt.Sprintf("fights with %d, endures %d", k.Fighting, k.Endurance))
	case attack == defense:
		words = append(words, fmt.Sprintf("strength %d", attack))
	default:
		words = append(words, fmt.Sprintf("attack %d, defense %d", attack, defense))
	}
	return strings.Join(slices.Concat(words, k.Classes.Words()), ", ")
}

// kindFacts returns the remaining facts about a kind.
func kindFacts(g *fight.Game, k *fight.Kind) []string {
	lines := []string{fmt.Sprintf("moves %d, weighs %d; the game has %s of it", k.Move, k.Weight, screen.CountOrNo(k.Count, "counter"))}
	if k.Role == fight.Troop {
		lines = append(lines, fmt.Sprintf("morale %d (S5); demoralized it has %s", g.Rating(k), demoralized(k)))
	}
	for _, f := range k.Factors {
		if t, err := g.Terrain(f.Terrain); err == nil {
			lines = append(lines, fmt.Sprintf("its loss counts x%d in %s (S3.5)", f.N, t.Name))
		}
	}
	if k.Unnerves {
		lines = append(lines, "the unit that fights it is demoralized after the first round (S7)")
	}
	return lines
}

// demoralized returns the strength of a unit when it is demoralized.
func demoralized(k *fight.Kind) string {
	attack, defense := printed(k)
	if k.Demoralized > 0 {
		return fmt.Sprint(k.Demoralized)
	}
	if attack, defense = (attack+1)/2, (defense+1)/2; attack == defense {
		return fmt.Sprint(attack)
	}
	return fmt.Sprintf("%d and %d", attack, defense)
}

// abilityTexts returns a kind's abilities with their paragraphs.
func abilityTexts(k *fight.Kind) []string {
	return engine.Each(k.Abilities, func(a *fight.Ability) string { return view.AbilityText(a.Name, a.Rule, a.Text) })
}

// Example returns an example of typed words with units and hexes of this battle: the
// viewer's, or, for d1, the enemy's. Verbs for units get units that are no
// characters, and verbs for characters get characters.
func (v *View) Example(usage, typed string) string {
	words := strings.Fields(typed)
	for i, word := range words {
		switch {
		case view.NamesUnit(letters, word):
			words[i] = v.exampleUnit(usage, word)
		case isHex(word) && v.battle.InWar():
			if _, err := v.onMap.hexNamed(word); err != nil {
				words[i] = v.onMap.war().Grid().Number(0)
			}
		}
	}
	return strings.Join(words, " ")
}

// exampleUnit returns a unit of this battle for one in an example: the first that
// fits.
func (v *View) exampleUnit(usage, name string) string {
	for u := range v.seen() {
		character := u.Kind().Role == fight.Character
		switch {
		case v.viewer() != fight.Omniscient && v.own(u) == (name[0] == 'd'):
		case u.Status() == fight.Eliminated:
		case strings.HasPrefix(usage, "UNIT") && character, strings.HasPrefix(usage, "CHARACTER") && !character:
		default:
			return v.battle.Name(u)
		}
	}
	return name
}
