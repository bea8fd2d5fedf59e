package heroes

import (
	"slices"

	"houserule/engine"
	"houserule/engine/heroes/ability"
)

// cast carries out H6: an offensive spell is an attack without retaliation; an effect stays
// on its target for some rounds.
func (blow Blow) cast(b *Battle) {
	spell := b.game.Spells[blow.How.Spell()]
	b.Report(engine.Event{What: SpellCast, Who: blow.By.id, Whom: whom(blow.At), N: int32(spell.index)})
	if blow.By.prevented(b, b.game.Hooks.Cast.Apply(b, blow, nil)) || blow.void() {
		return
	}
	switch {
	case spell.Custom != nil:
		spell.Custom.Do(b, blow.By, blow.At)
		b.close()
	case spell.Effect:
		spell.lay(b, blow.At, spell.Rounds)
		if b.game.Hooks.Affect.Used() {
			b.close()
		}
	default:
		blow.assault(b, true)
	}
}

// lay puts an effect on a stack for some rounds, and reports whether a hook allows it.
func (spell *Spell) lay(b *Battle, s *Stack, rounds int) bool {
	e := Effect{On: s.id, Spell: int32(spell.index)}
	rounds = b.game.Hooks.Affect.Apply(b, e, rounds)
	if rounds <= 0 || s.top == nil {
		return false
	}
	e.Until = b.round + int32(rounds) - 1
	// Effects change a score in the order in which they were cast. A second spell of the same
	// kind replaces the first, and ends no sooner.
	b.effects = append(slices.DeleteFunc(b.effects, func(old Effect) bool {
		again := old.On == e.On && old.Spell == e.Spell
		if again {
			e.Until = max(e.Until, old.Until)
		}
		return again
	}), e)
	b.afar = true
	b.shifting = b.shifting || spell.changes(ability.PhaseNumber)
	return true
}

// endEffects ends the effects that ends selects, and returns their number.
func (b *Battle) endEffects(ends func(Effect) bool) int {
	var ended []Effect
	b.dropEffects(func(e Effect) bool {
		if !ends(e) {
			return false
		}
		b.Report(engine.Event{What: EffectEnded, Who: e.On, N: e.Spell})
		ended = append(ended, e)
		return true
	})
	for _, e := range ended {
		b.game.Hooks.EffectEnd.Apply(b, e, engine.None{})
	}
	return len(ended)
}

func (b *Battle) dropEffects(gone func(Effect) bool) {
	b.effects = slices.DeleteFunc(b.effects, gone)
	b.afar = len(b.effects)+len(b.auras) > 0
}
