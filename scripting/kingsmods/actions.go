package kingsmods

import (
	"errors"
	"fmt"

	"houserule/engine"
	"houserule/engine/kings"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// taker is the argument of methods that hit a counter.
type taker struct {
	Counter *kings.Counter `doc:"which takes it"`
}

// actions are the methods with which scripts change a battle.
var actions = []modhost.Method[*host]{
	modhost.Do("wound", "A hit that nothing can avert: a creature is eliminated, a building loses one of its value.", func(h *host, a taker) error { return h.Battle.Wound(a.Counter) }),
	modhost.Do("hit", "A hit of this step, which the counter may be saved from (K3.2). It has to be one that may take it.", func(h *host, a taker) error { return h.Battle.Hit(a.Counter) }),
	modhost.Make("attack", "A counter rolls its dice of the present step, whether or not it has fought, with all hooks of rolls. The hits are taken at once, on counters that the player of the side picks (K3.1). The counter must stand in the hex, and the side must be in the battle (side.fights).", "the hits", func(h *host, a struct {
		By    *kings.Counter   `doc:"the counter that rolls"`
		At    *engine.Side     `lua:"at?" doc:"the target; the target of its side (K1.2) if not given"`
		Value *int             `lua:"value?" range:"0..1000" doc:"the greatest die that hits, instead of its own value (K2.1)"`
		Among []*kings.Counter `lua:"among?" doc:"which counters may take the hits; if not given, all that may by the rules"`
	}) (int, error) {
		at, value := h.Battle.Target(a.By.Side()), -1
		if a.At != nil {
			at = *a.At
		}
		if at < 0 {
			return 0, fmt.Errorf("%s has no target yet: say at whom", h.Battle.Label(a.By))
		}
		if a.Value != nil {
			value = *a.Value
		}
		err := h.Work(1 + len(h.Battle.Counters())>>3)
		if err != nil {
			return 0, err
		}
		hits, err := h.Battle.Attack(a.By, at, value, a.Among)
		if err == nil {
			err = h.Battle.Err()
		}
		return hits, err
	}),
	modhost.Do("discard", "Returns a counter or an item to the cup; nothing when it is there already.", func(h *host, a struct {
		Counter *kings.Counter `doc:"which"`
	}) error {
		h.Battle.Discard(a.Counter)
		return nil
	}),
	modhost.Do("change", "A counter that stands fights for another side from now on.", func(h *host, a struct {
		Counter *kings.Counter `doc:"the counter that changes its side"`
		Side    engine.Side    `doc:"the side for which it fights"`
	}) error {
		return h.Battle.Change(a.Counter, a.Side)
	}),
	modhost.Make("join", "Adds a counter to a side. It fights in this round if its step is still to come.", "the new counter", func(h *host, a struct {
		Side  engine.Side  `doc:"the counter's side"`
		Thing *kings.Thing `doc:"the thing's id: no item"`
	}) (*kings.Counter, error) {
		return h.Battle.Join(a.Side, a.Thing)
	}),
	modhost.Do("mark", "Gives a counter other marks.", func(h *host, a struct {
		Counter *kings.Counter `doc:"the counter"`
		Marks   []string       `doc:"some of \"fly\", \"magic\", \"range\", \"charge\""`
	}) error {
		marks, err := kings.ParseMarks(a.Marks)
		if err == nil {
			h.Battle.Mark(a.Counter, marks)
		}
		return err
	}),
	modhost.Do("strengthen", "Adds to a counter's value when it rolls, from now on. It takes as many hits as before.", func(h *host, a struct {
		Counter *kings.Counter `doc:"the counter"`
		Add     int            `range:"-1000..1000" doc:"from -1000 to 1000"`
	}) error {
		h.Battle.Strengthen(a.Counter, a.Add)
		return nil
	}),
	modhost.Do("aim", "From now on the hits that a counter scores are none on its enemy: they wait, counted in aimed, for the script to lay them in onLosses. Or ends that, and forgets them.", func(h *host, a struct {
		Counter *kings.Counter `doc:"the counter"`
		Aims    bool           `doc:"whether they wait"`
	}) error {
		h.Battle.Aim(a.Counter, a.Aims)
		return nil
	}),
	modhost.Do("bear", "Lays an item that is in play on another counter, or on none.", func(h *host, a struct {
		Item *kings.Counter `doc:"the item"`
		On   *kings.Counter `lua:"on?" doc:"the counter on which it is laid; none if not given"`
	}) error {
		return h.Battle.Bear(a.Item, a.On)
	}),
	modhost.Do("play", "Plays an item that is held, out of turn: what its script does is done.", func(h *host, a struct {
		Item *kings.Counter `doc:"which"`
		On   *kings.Counter `lua:"on?" doc:"the counter on which it is laid"`
	}) error {
		if a.Item.Thing().Kind != kings.Item {
			return errors.New(h.Battle.Label(a.Item) + " is no item")
		}
		return h.Battle.PlayNow(a.Item, a.On)
	}),
	modhost.Do("score", "Adds hits to those that a side has to take in this step.", func(h *host, a struct {
		Side engine.Side `doc:"the side that takes them"`
		Hits int         `range:"-1000..1000" doc:"from -1000 to 1000; below 0 it takes some off"`
	}) error {
		h.Battle.ScoreHits(a.Side, a.Hits)
		return nil
	}),
	modhost.Make("drive", "Makes a side retreat, before anything else goes on, if there is a hex for it (K4.2); its player picks among several.", "whether there is a hex", func(h *host, a struct {
		Side engine.Side `doc:"which"`
	}) (bool, error) {
		return h.Battle.Drive(a.Side) == nil, nil
	}),
	modhost.Do("turn_die", "Changes the result of the die on the table, while items may change it (K1.2): 1 more than a 6 is a 7.", func(h *host, a struct {
		Counts int `range:"-1000..1000" doc:"from -1000 to 1000"`
	}) error {
		return h.Battle.TurnDie(a.Counts)
	}),
	modhost.Make("pick", "Asks a side's player for one of some counters. Computer players take the one that is worth most.", "the one that was picked", func(h *host, a struct {
		Side     engine.Side      `doc:"the side that is asked"`
		Question string           `doc:"the question, a sentence"`
		Counters []*kings.Counter `doc:"at least one"`
		Worths   []int            `lua:"worths?" range:"-1000..1000" doc:"what each of them is worth to computer players, from -1000 to 1000; if not given, what it scores in a round"`
	}) (*kings.Counter, error) {
		if len(a.Counters) == 0 {
			return nil, errors.New("pick takes at least one counter to pick from")
		}
		if a.Worths != nil && len(a.Worths) != len(a.Counters) {
			return nil, fmt.Errorf("pick takes a worth for each counter: %d for %d", len(a.Worths), len(a.Counters))
		}
		c := h.Battle.PickFrom(a.Side, scripting.Plain(a.Question, modhost.MaxText), a.Counters, a.Worths)
		return c, h.Battle.Err()
	}),
}
