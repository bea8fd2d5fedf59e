package kingsmods

import (
	"errors"
	"fmt"

	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// deeds returns what scripts do to a battle, in hooks that may.
func deeds(lib *library.Library) []method {
	num, text, truth := scripting.TypeNumber, scripting.TypeString, scripting.TypeBoolean
	counter := func(doc string) scripting.Field { return modhost.Param("counter", counterType, doc) }
	item := modhost.Param("item", counterType, "which")
	side := func(doc string) scripting.Field { return modhost.Param("side", sideType, doc) }
	// deed is one that does something to a counter.
	deed := func(name, doc string, params []scripting.Field, do func(b *kings.Battle, c *kings.Counter, args []scripting.Value) error) method {
		return modhost.Deed(name, doc, params, nil, func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
			return scripting.Nil, do(h.Battle, counterOf(h, args[0]), args[1:])
		})
	}
	return []method{
		deed("wound", "A hit that nothing averts: a creature is eliminated, a building loses one of its value.", []scripting.Field{counter("which takes it")},
			func(b *kings.Battle, c *kings.Counter, _ []scripting.Value) error { return b.Wound(c) }),
		deed("hit", "A hit of this step, which the counter may be saved from (K3.2). It has to be one that may take it.", []scripting.Field{counter("which takes it")},
			func(b *kings.Battle, c *kings.Counter, _ []scripting.Value) error { return b.Hit(c) }),
		deed("discard", "Returns a counter or an item to the cup; nothing when it is there already.", []scripting.Field{counter("which")},
			func(b *kings.Battle, c *kings.Counter, _ []scripting.Value) error { b.Discard(c); return nil }),
		deed("change", "A counter that stands fights for another side from now on.", []scripting.Field{counter("which"), side("for whom")},
			func(b *kings.Battle, c *kings.Counter, args []scripting.Value) error {
				return b.Change(c, modhost.SideOf(args[0]))
			}),
		modhost.Deed("join", "Adds a counter to a side. It fights in this round if its step is still to come.", []scripting.Field{side("whose"), modhost.Param("thing", text, "the thing's id: no item")}, modhost.Returns(counterType, "the new counter"),
			func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
				t, err := kingsdata.Thing(lib, args[1].Text())
				if err != nil {
					return scripting.Nil, err
				}
				c, err := h.Battle.Join(modhost.SideOf(args[0]), t)
				return counterValue(c), err
			}),
		deed("mark", "Gives a counter other marks.", []scripting.Field{counter("whose"), modhost.Param("marks", text.List(), `some of "fly", "magic", "range", "charge"`)},
			func(b *kings.Battle, c *kings.Counter, args []scripting.Value) error {
				var all []string
				for _, w := range args[0].Items() {
					all = append(all, w.Text())
				}
				marks, err := kings.ParseMarks(all)
				if err == nil {
					b.Mark(c, marks)
				}
				return err
			}),
		deed("strengthen", "Adds to a counter's value when it rolls, from now on. It takes as many hits as before.", []scripting.Field{counter("whose"), modhost.Param("add", num, "from -1000 to 1000")},
			func(b *kings.Battle, c *kings.Counter, args []scripting.Value) error {
				n, err := modhost.Whole(args[0], "add", -1000, 1000)
				if err == nil {
					b.Strengthen(c, n)
				}
				return err
			}),
		deed("aim", "From now on the hits that a counter scores are none on its enemy: they wait, counted in aimed, for the script to lay them in onLosses. Or ends that, and forgets them.", []scripting.Field{counter("whose"), modhost.Param("aims", truth, "whether they wait")},
			func(b *kings.Battle, c *kings.Counter, args []scripting.Value) error {
				b.Aim(c, args[0].Bool())
				return nil
			}),
		modhost.Deed("bear", "Lays an item that is in play on another counter, or on none.", []scripting.Field{item, modhost.Optional("on", counterType, "on whom")}, nil,
			func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
				return scripting.Nil, h.Battle.Bear(counterOf(h, args[0]), counterOf(h, args[1]))
			}),
		modhost.Deed("play", "Plays an item that is held, out of turn: what its script does is done.", []scripting.Field{item, modhost.Optional("on", counterType, "on whom it is laid")}, nil,
			func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
				c := counterOf(h, args[0])
				if c.Thing().Kind != kings.Item {
					return scripting.Nil, errors.New(h.Battle.Label(c) + " is no item")
				}
				return scripting.Nil, h.Battle.PlayNow(c, counterOf(h, args[1]))
			}),
		modhost.Deed("score", "Adds hits to those that a side has to take in this step.", []scripting.Field{side("who takes them"), modhost.Param("hits", num, "from -1000 to 1000; below 0 it takes some off")}, nil,
			func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
				n, err := modhost.Whole(args[1], "hits", -1000, 1000)
				if err == nil {
					h.Battle.ScoreHits(modhost.SideOf(args[0]), n)
				}
				return scripting.Nil, err
			}),
		modhost.Deed("drive", "Makes a side retreat, before anything else goes on, if there is a hex for it (K4.2); its player picks among several.", []scripting.Field{side("which")}, modhost.Returns(truth, "whether there is a hex"),
			func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
				return scripting.Boolean(h.Battle.Drive(modhost.SideOf(args[0])) == nil), nil
			}),
		modhost.Deed("turn_die", "Makes the die on the table count as something else, while items may change it (K1.2): 1 more than a 6 is a 7.", []scripting.Field{modhost.Param("counts", num, "from -1000 to 1000")}, nil,
			func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
				n, err := modhost.Whole(args[0], "counts", -1000, 1000)
				if err == nil {
					err = h.Battle.TurnDie(n)
				}
				return scripting.Nil, err
			}),
		modhost.Deed("pick", "Asks a side's player for one of some counters. Computer players take the one that is worth most.",
			[]scripting.Field{side("who is asked"), modhost.Param("question", text, "what is asked, a sentence"), modhost.Param("counters", counterType.List(), "at least one"),
				modhost.Optional("worths", num.List(), "what each of them is worth to computer players, from -1000 to 1000; if not given, what it scores in a round")},
			modhost.Returns(counterType, "the one that was picked"),
			func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
				var from []*kings.Counter
				for _, v := range args[2].Items() {
					from = append(from, counterOf(h, v))
				}
				if len(from) == 0 {
					return scripting.Nil, errors.New("pick takes at least one counter to pick from")
				}
				worths, err := worthsOf(args[3], len(from))
				if err != nil {
					return scripting.Nil, err
				}
				c := h.Battle.PickFrom(modhost.SideOf(args[0]), scripting.Plain(args[1].Text(), modhost.MaxText), from, worths)
				return counterValue(c), h.Battle.Err()
			}),
	}
}

// worthsOf returns the worths of so many counters; nil where none are given.
func worthsOf(v scripting.Value, n int) ([]int, error) {
	if v == scripting.Nil {
		return nil, nil
	}
	items := v.Items()
	if len(items) != n {
		return nil, fmt.Errorf("pick takes a worth for each counter: %d for %d", len(items), n)
	}
	worths := make([]int, n)
	for i, w := range items {
		var err error
		if worths[i], err = modhost.Whole(w, "worths", -1000, 1000); err != nil {
			return nil, err
		}
	}
	return worths, nil
}
