package sorcerymods

import (
	"errors"

	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/sorcery"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// deeds returns what scripts do to a battle, in hooks that may.
func deeds(lib *library.Library) []method {
	num, text := scripting.TypeNumber, scripting.TypeString
	unit := func(doc string) scripting.Field { return modhost.Param("unit", unitType, doc) }
	side := func(doc string) scripting.Field { return modhost.Param("side", sideType, doc) }
	// deed is one that does something to a unit.
	deed := func(name, doc string, params []scripting.Field, do func(b *sorcery.Battle, u *sorcery.Unit, args []scripting.Value) error) method {
		return modhost.Deed(name, doc, params, nil, func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
			return scripting.Nil, do(h.Battle, unitOf(h, args[0]), args[1:])
		})
	}
	return []method{
		deed("demoralize", "Demoralises a unit of an army, unless onShaken says no. One that is demoralised is eliminated (S5).", []scripting.Field{unit("which")},
			func(b *sorcery.Battle, u *sorcery.Unit, _ []scripting.Value) error { return b.Demoralize(u) }),
		deed("rally", "Puts a demoralised unit in good order (S5); nothing for one that is.", []scripting.Field{unit("which")},
			func(b *sorcery.Battle, u *sorcery.Unit, _ []scripting.Value) error { return rally(b, u) }),
		deed("eliminate", "Takes a unit, character or monster out of the game.", []scripting.Field{unit("which")},
			func(b *sorcery.Battle, u *sorcery.Unit, _ []scripting.Value) error { return b.Eliminate(u) }),
		deed("wound", "Deals wounds to a character or monster, which kill it when they reach its endurance (S7).", []scripting.Field{unit("which"), modhost.Param("wounds", num, "from 1 to 1000")},
			func(b *sorcery.Battle, u *sorcery.Unit, args []scripting.Value) error {
				n, err := modhost.Whole(args[0], "wounds", 1, sorcery.MaxRating)
				if err == nil {
					err = b.Wound(u, n)
				}
				return err
			}),
		deed("strengthen", "Adds to the strength with which a unit inflicts losses, from now on. Its own loss stays the same.", []scripting.Field{unit("which"), modhost.Param("add", num, "from -1000 to 1000")},
			func(b *sorcery.Battle, u *sorcery.Unit, args []scripting.Value) error {
				n, err := modhost.Whole(args[0], "add", -sorcery.MaxRating, sorcery.MaxRating)
				if err == nil {
					b.Strengthen(u, n)
				}
				return err
			}),
		modhost.Deed("join", "Adds a unit to a side: at the right end of its array in the fight, where it fights from the next round on, or in a hex of the map.",
			[]scripting.Field{side("whose"), modhost.Param("kind", text, "the id of the unit, character or monster"), modhost.Optional("hex", hexType, "of the map, in which no enemy stands")},
			modhost.Returns(unitType, "the new unit"),
			func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
				k, err := sorcerydata.Unit(lib, args[1].Text())
				if err != nil {
					return scripting.Nil, err
				}
				var u *sorcery.Unit
				if _, at, given := args[2].Object(); given {
					u, err = h.Battle.JoinAt(modhost.SideOf(args[0]), k, sorcery.Spot(at))
				} else {
					u, err = h.Battle.Join(modhost.SideOf(args[0]), k)
				}
				return unitValue(u), err
			}),
		modhost.Deed("reveal", "Lets a side look into the enemy's stack in a hex of the map, until the turn passes on (S6).", []scripting.Field{side("the side that looks"), modhost.Param("hex", hexType, "where")}, nil,
			func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
				if !h.Battle.OnMap() {
					return scripting.Nil, errors.New("there is no map")
				}
				_, at, _ := args[1].Object()
				h.Battle.Reveal(modhost.SideOf(args[0]), sorcery.Spot(at))
				return scripting.Nil, nil
			}),
		modhost.Deed("pick", "Asks a side's player for one of some units. Computer players take the one that is worth most.",
			[]scripting.Field{side("who is asked"), modhost.Param("question", text, "what is asked, a sentence"), modhost.Param("units", unitType.List(), "at least one")},
			modhost.Returns(unitType, "the one that was picked"),
			func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
				var from []*sorcery.Unit
				for _, v := range args[2].Items() {
					from = append(from, unitOf(h, v))
				}
				if len(from) == 0 {
					return scripting.Nil, errors.New("pick takes at least one unit to pick from")
				}
				u := h.Battle.PickFrom(modhost.SideOf(args[0]), scripting.Plain(args[1].Text(), modhost.MaxText), from)
				return unitValue(u), h.Battle.Err()
			}),
	}
}

// rally is for those that stand in the hex, or on the map.
func rally(b *sorcery.Battle, u *sorcery.Unit) error {
	if !u.Stands() && u.Status() != sorcery.Afield {
		return errors.New(b.Label(u) + " does not fight in the hex")
	}
	b.Rally(u)
	return nil
}
