package sorcerymods

import (
	"errors"

	"houserule/engine"
	"houserule/engine/sorcery"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// which is the argument of methods that change one unit.
type which struct {
	Unit *sorcery.Unit `doc:"which"`
}

// actions are the methods with which scripts change a battle.
var actions = []modhost.Method[*host]{
	modhost.Make("attack", "A unit inflicts a loss on the enemy beyond those of the dice: percent of its strength (S3.4), with what onStrength does. The enemy takes the loss off its array (S3.5), with the losses of this round or, if it has already taken these, with the losses of the next round.", "the points of the loss", func(h *host, a struct {
		By       *sorcery.Unit `doc:"which unit, character or monster"`
		Percent  *int          `lua:"percent?" range:"0..100" doc:"of its strength; what equal dice inflict (S3.4) if not given"`
		Strength *int          `lua:"strength?" range:"0..1000" doc:"in place of its own (S3.2)"`
	}) (float64, error) {
		rules := h.Battle.Game().Rules
		percent, strength := rules.Percent(0), -1
		if a.Percent != nil {
			percent = *a.Percent
		}
		if a.Strength != nil {
			strength = *a.Strength
		}
		loss, err := h.Battle.Attack(a.By, percent, strength)
		return lossPoints(&loss), err
	}),
	modhost.Do("demoralize", "Demoralises a unit of an army, unless onShaken says no. One that is demoralised is eliminated (S5).", func(h *host, a which) error { return h.Battle.Demoralize(a.Unit) }),
	modhost.Do("rally", "Puts a demoralised unit in good order (S5); nothing for one that is.", func(h *host, a which) error {
		if !a.Unit.Stands() && a.Unit.Status() != sorcery.Afield {
			return errors.New(h.Battle.Label(a.Unit) + " does not fight in the hex")
		}
		h.Battle.Rally(a.Unit)
		return nil
	}),
	modhost.Do("eliminate", "Takes a unit, character or monster out of the game.", func(h *host, a which) error { return h.Battle.Eliminate(a.Unit) }),
	modhost.Do("wound", "Deals wounds to a character or monster, which kill it when they reach its endurance (S7).", func(h *host, a struct {
		Unit   *sorcery.Unit `doc:"which"`
		Wounds int           `range:"1..1000" doc:"from 1 to 1000"` // sorcery.MaxRating
	}) error {
		return h.Battle.Wound(a.Unit, a.Wounds)
	}),
	modhost.Do("strengthen", "Adds to the strength with which a unit inflicts losses, from now on. Its own loss stays the same.", func(h *host, a struct {
		Unit *sorcery.Unit `doc:"which"`
		Add  int           `range:"-1000..1000" doc:"from -1000 to 1000"` // sorcery.MaxRating
	}) error {
		h.Battle.Strengthen(a.Unit, a.Add)
		return nil
	}),
	modhost.Make("join", "Adds a unit to a side: at the right end of its array in the fight, where it fights from the next round on, or in a hex of the map.", "the new unit", func(h *host, a struct {
		Side engine.Side   `doc:"the unit's side"`
		Kind *sorcery.Kind `doc:"the id of the unit, character or monster"`
		Hex  *sorcery.Spot `lua:"hex?" doc:"of the map, in which no enemy stands"`
	}) (*sorcery.Unit, error) {
		if a.Hex != nil {
			return h.Battle.JoinAt(a.Side, a.Kind, *a.Hex)
		}
		return h.Battle.Join(a.Side, a.Kind)
	}),
	modhost.Do("reveal", "Lets a side look into the enemy's stack in a hex of the map, until the turn passes on (S6).", func(h *host, a struct {
		Side engine.Side  `doc:"the side that looks"`
		Hex  sorcery.Spot `doc:"where"`
	}) error {
		if !h.Battle.OnMap() {
			return errors.New("there is no map")
		}
		h.Battle.Reveal(a.Side, a.Hex)
		return nil
	}),
	modhost.Make("pick", "Asks a side's player for one of some units. Computer players take the one that is worth most.", "the one that was picked", func(h *host, a struct {
		Side     engine.Side     `doc:"the side that is asked"`
		Question string          `doc:"the question, a sentence"`
		Units    []*sorcery.Unit `doc:"at least one"`
	}) (*sorcery.Unit, error) {
		if len(a.Units) == 0 {
			return nil, errors.New("pick takes at least one unit to pick from")
		}
		u := h.Battle.PickFrom(a.Side, scripting.Plain(a.Question, modhost.MaxText), a.Units)
		return u, h.Battle.Err()
	}),
}
