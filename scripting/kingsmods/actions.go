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
	Counter *kings.Counter `doc:"the counter that takes it"`
}

// actions are the methods with which scripts change a battle.
var actions = []modhost.Act[*kings.Battle]{
	modhost.Do("wound", "Deals a hit that nothing can avert: it eliminates a creature, or lowers the value of a building by 1.", func(h *host, a taker) error { return h.Battle.Wound(a.Counter) }),
	modhost.Do("hit", "Deals a counter a hit of this step. The counter must be allowed to take it (K3.1), and may be saved from it (K3.2).", func(h *host, a taker) error { return h.Battle.Hit(a.Counter) }),
	modhost.Make("attack", "Makes a counter roll its dice of the present step, whether or not it has fought; all hooks of rolls are called. The hits are taken at once, on counters that the player of the target side chooses (K3.1). The counter must stand in the hex, and the target side must be in the battle (side.fights).", "the number of hits", func(h *host, a struct {
		By    *kings.Counter   `doc:"the counter that rolls"`
		At    *engine.Side     `lua:"at?" doc:"the target side; if not given, the target of the counter's own side (K1.2)"`
		Value *int             `lua:"value?" range:"0..1000" doc:"the greatest roll that hits, in place of the counter's own value (K2.1)"`
		Among []*kings.Counter `lua:"among?" doc:"the counters that may take the hits; if not given, all counters that may by the rules"`
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
	modhost.Do("discard", "Returns a counter or an item to the cup. It does nothing if the counter or item is already there.", func(h *host, a struct {
		Counter *kings.Counter `doc:"the counter or item"`
	}) error {
		h.Battle.Discard(a.Counter)
		return nil
	}),
	modhost.Do("change", "Makes a standing counter fight for another side from now on.", func(h *host, a struct {
		Counter *kings.Counter `doc:"the counter that changes its side"`
		Side    engine.Side    `doc:"the side for which it fights"`
	}) error {
		return h.Battle.Change(a.Counter, a.Side)
	}),
	modhost.Make("join", "Adds a counter to a side. It fights in this round if its step is still to come.", "the new counter", func(h *host, a struct {
		Side  engine.Side  `doc:"the counter's side"`
		Thing *kings.Thing `doc:"the id of the thing, which may not be an item"`
	}) (*kings.Counter, error) {
		return h.Battle.Join(a.Side, a.Thing)
	}),
	modhost.Do("mark", "Replaces the marks of a counter.", func(h *host, a struct {
		Counter *kings.Counter `doc:"the counter"`
		Marks   []string       `doc:"some of \"fly\", \"magic\", \"range\", \"charge\""`
	}) error {
		marks, err := kings.ParseMarks(a.Marks)
		if err == nil {
			h.Battle.Mark(a.Counter, marks)
		}
		return err
	}),
	modhost.Do("strengthen", "Adds to a counter's value for its rolls, from now on. The number of hits that it can take stays the same.", func(h *host, a struct {
		Counter *kings.Counter `doc:"the counter"`
		Add     int            `range:"-1000..1000" doc:"the number to add, from -1000 to 1000"`
	}) error {
		h.Battle.Strengthen(a.Counter, a.Add)
		return nil
	}),
	modhost.Do("aim", "Makes the hits that a counter scores wait, from now on, instead of counting against its enemy. The field aimed counts them, and the script can assign them in onLosses. With false, ends this and drops the hits that wait.", func(h *host, a struct {
		Counter *kings.Counter `doc:"the counter"`
		Aims    bool           `doc:"whether its hits wait"`
	}) error {
		h.Battle.Aim(a.Counter, a.Aims)
		return nil
	}),
	modhost.Do("bear", "Gives an item in play to another counter, or takes it from its counter.", func(h *host, a struct {
		Item *kings.Counter `doc:"the item"`
		On   *kings.Counter `lua:"on?" doc:"the counter that bears it from now on; none if not given"`
	}) error {
		return h.Battle.Bear(a.Item, a.On)
	}),
	modhost.Do("play", "Plays an item that a side holds, out of turn. The script of the item runs.", func(h *host, a struct {
		Item *kings.Counter `doc:"the item"`
		On   *kings.Counter `lua:"on?" doc:"the counter that bears it"`
	}) error {
		if a.Item.Thing().Kind != kings.Item {
			return errors.New(h.Battle.Label(a.Item) + " is no item")
		}
		return h.Battle.PlayNow(a.Item, a.On)
	}),
	modhost.Do("score", "Adds to the hits that a side must take in this step.", func(h *host, a struct {
		Side engine.Side `doc:"the side that takes them"`
		Hits int         `range:"-1000..1000" doc:"the number of hits, from -1000 to 1000; a number below 0 removes hits"`
	}) error {
		h.Battle.ScoreHits(a.Side, a.Hits)
		return nil
	}),
	modhost.Make("drive", "Makes a side retreat at once, if it has a hex to retreat into (K4.2). If there are several, its player chooses.", "whether the side had a hex to retreat into", func(h *host, a struct {
		Side engine.Side `doc:"the side"`
	}) (bool, error) {
		return h.Battle.Drive(a.Side) == nil, nil
	}),
	modhost.Do("turn_die", "Changes the result of the rolled die, while items may change it (K1.2). The result may go beyond the faces: 1 more than a 6 is a 7.", func(h *host, a struct {
		Counts int `range:"-1000..1000" doc:"the new result, from -1000 to 1000"`
	}) error {
		return h.Battle.TurnDie(a.Counts)
	}),
	modhost.Make("pick", "Asks a side's player to choose one of several counters. Computer players choose the most valuable one.", "the chosen counter", func(h *host, a struct {
		Side     engine.Side      `doc:"the side that is asked"`
		Question string           `doc:"the question, a sentence"`
		Counters []*kings.Counter `doc:"the counters, at least one"`
		Worths   []int            `lua:"worths?" range:"-1000..1000" doc:"the value of each counter for computer players, from -1000 to 1000; if not given, the hits that it scores in a round"`
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
