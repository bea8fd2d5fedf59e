package sorcerydata

import (
	"houserule/engine/library"
	"houserule/engine/sorcery/fight"
)

func buildUnit(e library.Entry[unitEntry]) *fight.Kind {
	t := e.Keys
	classes, _ := fight.ParseClasses(t.Classes) // decoding has checked the classes
	k := &fight.Kind{
		ID: e.ID, Name: t.Name, Classes: classes, Move: t.Move,
		Race:   e.FullID(raceSection, t.Race, "race"),
		Attack: t.Attack, Defense: t.Defense, Demoralized: t.Demoralized,
		Leadership: t.Leadership, Fighting: t.Fighting, Unnerves: t.Unnerves, Count: max(t.Counters, 1),
		Abilities: library.ReferAll[*fight.Ability](e.Record, abilitySection, t.Abilities, "abilities"),
	}
	for terrain, n := range named[*fight.Terrain](e.Record, terrainSection, "factors", t.Factors) {
		k.Factors = append(k.Factors, fight.Factor{Terrain: terrain.ID, N: max(n, 1)})
	}
	role, known := roleOf(e)
	if k.Role = role; known {
		checkKeys(e, role)
	}
	if k.Role == fight.Troop {
		k.Strength = rating(e, "strength", t.Strength)
	} else {
		k.Endurance = rating(e, "endurance", t.Endurance)
	}
	if k.Role == fight.Monster {
		k.Leadership = 0 // a monster's leadership was reported
	}
	if k.Weight = weight(k); t.Weight != nil {
		k.Weight = *t.Weight
	}
	return k
}

// roleOf returns the role of a unit: a unit of an army if the entry gives none. Known is
// false if the word was reported as wrong; then no other key is judged by the role.
func roleOf(e library.Entry[unitEntry]) (role fight.Role, known bool) {
	role, err := fight.ParseRole(e.Keys.Role)
	if err != nil {
		return fight.Troop, e.Place("role") == e.Place()
	}
	return role, true
}

// rating returns a number that a unit of its role must have.
func rating(e library.Entry[unitEntry], key string, n *int) int {
	if n != nil {
		return max(*n, 1) // a number out of range was reported
	}
	if role, known := roleOf(e); known {
		e.Reportf(nil, "%s %q has no %s", role, e.Short(), key)
	}
	return 1
}

// checkKeys reports keys that are for units of another role.
func checkKeys(e library.Entry[unitEntry], role fight.Role) {
	t := e.Keys
	troop, single := role == fight.Troop, role != fight.Troop
	for _, row := range []struct {
		key          string
		given, right bool
		of           string
	}{
		{"strength", t.Strength != nil, troop, "units of an army"},
		{"attack", t.Attack != 0, troop, "units of an army"},
		{"defense", t.Defense != 0, troop, "units of an army"},
		{"demoralized", t.Demoralized != 0, troop, "units of an army"},
		{"factors", t.Factors != nil, troop, "units of an army"},
		{"leadership", t.Leadership != 0, role == fight.Character, "characters"},
		{"fighting", t.Fighting != 0, single, "characters and monsters"},
		{"endurance", t.Endurance != nil, single, "characters and monsters"},
		{"unnerves", t.Unnerves, role == fight.Monster, "monsters"},
	} {
		if row.given && !row.right {
			e.Reportf([]any{row.key}, "%s is for %s: %q is a %s", row.key, row.of, e.Short(), role)
		}
	}
}

// weight returns the weight of a unit whose entry gives none (S1).
func weight(k *fight.Kind) int {
	switch {
	case k.Role != fight.Troop || k.Classes&(fight.Conjured|fight.Summoned) != 0:
		return 0
	case k.Classes&fight.Cavalry != 0:
		return 3
	}
	return 1
}
