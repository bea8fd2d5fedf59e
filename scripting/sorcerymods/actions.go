package sorcerymods

import (
	"errors"

	"houserule/engine"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// which is the argument of methods that change one unit.
type which struct {
	Unit *fight.Unit `doc:"the unit"`
}

// actions are the methods with which scripts change a battle.
var actions = []modhost.Act[*fight.Battle]{
	modhost.Make("attack", "Makes a unit inflict a loss on the enemy, in addition to the losses of the dice: a percentage of its strength (S3.4), with changes by onStrength. The enemy takes the loss from its array (S3.5) together with the losses of this round or, if it has already taken those, with the losses of the next round.", "the points of the loss", func(h *host, a struct {
		By       *fight.Unit `doc:"the unit, character or monster"`
		Percent  *int        `lua:"percent?" range:"0..100" doc:"percent of its strength; if not given, the percentage of equal dice (S3.4)"`
		Strength *int        `lua:"strength?" range:"0..1000" doc:"a strength in place of its own (S3.2)"`
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
	modhost.Do("demoralize", "Demoralizes a unit of an army, unless onShaken prevents it. A unit that is demoralized already is eliminated (S5).", func(h *host, a which) error { return h.Battle.Demoralize(a.Unit) }),
	modhost.Do("rally", "Returns a demoralized unit to good order (S5). It does nothing to a unit in good order.", func(h *host, a which) error {
		if !a.Unit.Stands() && a.Unit.Status() != fight.Afield {
			return errors.New(h.Battle.Reading().Label(a.Unit) + " does not fight in the hex")
		}
		h.Battle.Rally(a.Unit)
		return nil
	}),
	modhost.Do("eliminate", "Eliminates a unit, character or monster.", func(h *host, a which) error { return h.Battle.Eliminate(a.Unit) }),
	modhost.Do("wound", "Deals wounds to a character or monster. It dies when its wounds reach its endurance (S7).", func(h *host, a struct {
		Unit   *fight.Unit `doc:"the character or monster"`
		Wounds int         `range:"1..1000" doc:"the number of wounds, from 1 to 1000"` // fight.MaxRating
	}) error {
		return h.Battle.Wound(a.Unit, a.Wounds)
	}),
	modhost.Do("strengthen", "Adds to the strength with which a unit inflicts losses, from now on. The loss that eliminates the unit stays the same.", func(h *host, a struct {
		Unit *fight.Unit `doc:"the unit"`
		Add  int         `range:"-1000..1000" doc:"points of strength, from -1000 to 1000"` // fight.MaxRating
	}) error {
		h.Battle.Strengthen(a.Unit, a.Add)
		return nil
	}),
	modhost.Make("join", "Adds a unit to a side: in the fight, at the right end of the side's array, where it fights from the next round on; or in a hex of the map.", "the new unit", func(h *host, a struct {
		Side engine.Side   `doc:"the unit's side"`
		Kind *fight.Kind   `doc:"the id of the unit, character or monster"`
		Hex  *sorcery.Spot `lua:"hex?" doc:"a hex of the map without enemies; if not given, the unit joins the fight"`
	}) (*fight.Unit, error) {
		if a.Hex != nil {
			return sorcery.WarOf(h.Battle).JoinAt(a.Side, a.Kind, *a.Hex)
		}
		return h.Battle.Join(a.Side, a.Kind)
	}),
	modhost.Do("reveal", "Lets a side look into the enemy's stack in a hex of the map, until the next part of a turn begins (S6).", func(h *host, a struct {
		Side engine.Side  `doc:"the side that looks"`
		Hex  sorcery.Spot `doc:"the hex"`
	}) error {
		if !h.Battle.Reading().InWar() {
			return errors.New("there is no map")
		}
		sorcery.WarOf(h.Battle).Reveal(a.Side, a.Hex)
		return nil
	}),
	modhost.Make("pick", "Asks a side's player to choose one of several units. Computer players choose the most valuable one.", "the chosen unit", func(h *host, a struct {
		Side     engine.Side   `doc:"the side that is asked"`
		Question string        `doc:"the question, a sentence"`
		Units    []*fight.Unit `doc:"the units, at least one"`
	}) (*fight.Unit, error) {
		if len(a.Units) == 0 {
			return nil, errors.New("pick takes at least one unit to pick from")
		}
		u := h.Battle.PickFrom(a.Side, scripting.Plain(a.Question, modhost.MaxText), a.Units)
		return u, h.Battle.Err()
	}),
}
