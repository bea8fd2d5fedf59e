package heroesmods

import (
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// deeds returns what scripts do to a battle, in hooks that may.
func deeds(lib *library.Library) []method {
	num, text := scripting.TypeNumber, scripting.TypeString
	stack := func(doc string) scripting.Field { return modhost.Param("stack", stackType, doc) }
	return []method{
		modhost.Deed("kill", "Kills cards of a stack from the top, on behalf of another if one is given.",
			[]scripting.Field{stack("whose"), modhost.Param("count", num, "how many"), modhost.Optional("by", stackType, "who did it")}, nil,
			func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
				n, err := modhost.Whole(args[1], "count", 1, heroes.MaxCards)
				at := stackOf(h, args[0])
				if err == nil {
					err = h.Work(8 * min(n, cardsOf(at))) // each is told
				}
				if err == nil {
					h.Battle.Remove(stackOf(h, args[2]), at, n)
				}
				return scripting.Nil, err
			}),
		modhost.Deed("summon", "Sets a new stack on a line; it acts in this round if its phase is still to come.",
			[]scripting.Field{modhost.Param("side", sideType, "whose"), modhost.Param("line", text, `"melee" or "ranged"`), modhost.Param("creature", text, "its id"), modhost.Param("count", num, "cards")}, modhost.Returns(stackType, "the new stack"),
			func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
				line, err := parseLine(args[1].Text())
				if err != nil {
					return scripting.Nil, err
				}
				c, err := heroesdata.Creature(lib, args[2].Text())
				if err != nil {
					return scripting.Nil, err
				}
				n, err := modhost.Whole(args[3], "count", 1, 1000)
				if err == nil {
					err = h.Work(3 * n)
				}
				if err != nil {
					return scripting.Nil, err
				}
				s, err := h.Battle.Summon(modhost.SideOf(args[0]), line, c, n)
				return stackValue(s), err
			}),
		modhost.Deed("grow", "Puts cards under those of a stack.",
			[]scripting.Field{stack("whose"), modhost.Param("creature", text, "its id"), modhost.Param("count", num, "cards")}, nil,
			func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
				c, err := heroesdata.Creature(lib, args[1].Text())
				if err != nil {
					return scripting.Nil, err
				}
				n, err := modhost.Whole(args[2], "count", 1, 1000)
				s := stackOf(h, args[0])
				if err == nil {
					err = h.Work(3 * (cardsOf(s) + n)) // the others are laid on them anew
				}
				if err == nil {
					err = h.Battle.Grow(s, c, n)
				}
				return scripting.Nil, err
			}),
		modhost.Deed("affect", "Lays an effect on a stack.",
			[]scripting.Field{stack("on whom"), modhost.Param("spell", text, "the id of an effect"), modhost.Optional("rounds", num, "how long, this one counted; as long as the spell says if not given")}, nil,
			func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
				spell, err := heroesdata.Spell(lib, args[1].Text())
				if err != nil {
					return scripting.Nil, err
				}
				rounds := spell.Rounds
				if !args[2].IsNil() {
					if rounds, err = modhost.Whole(args[2], "rounds", 1, 1_000_000); err != nil {
						return scripting.Nil, err
					}
				}
				if err := h.Work(len(h.Battle.Effects()) >> 3); err != nil {
					return scripting.Nil, err
				}
				return scripting.Nil, h.Battle.Affect(stackOf(h, args[0]), spell, rounds)
			}),
		modhost.Deed("lift", "Takes an effect off a stack.", []scripting.Field{stack("off whom"), modhost.Param("spell", text, "the effect's id")}, modhost.Returns(scripting.TypeBoolean, "whether it lay there"),
			func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
				spell, err := heroesdata.Spell(lib, args[1].Text())
				if err == nil {
					err = h.Work(len(h.Battle.Effects()) >> 3)
				}
				if err != nil {
					return scripting.Nil, err
				}
				return scripting.Boolean(h.Battle.Lift(stackOf(h, args[0]), spell)), nil
			}),
		modhost.Deed("relocate", "Puts a stack on a line.", []scripting.Field{stack("whom"), modhost.Param("line", text, `"melee" or "ranged"`)}, nil,
			func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
				line, err := parseLine(args[1].Text())
				if err == nil {
					err = h.Battle.Relocate(stackOf(h, args[0]), line)
				}
				return scripting.Nil, err
			}),
		modhost.Deed("stance", "Gives a stack a stance, or takes it away.", []scripting.Field{stack("whom"), modhost.Param("stance", text, `"none", "swarm" or "protect"`)}, nil,
			func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
				for i, word := range [...]string{"none", "swarm", "protect"} {
					if args[1].Text() == word {
						return scripting.Nil, h.Battle.Take(stackOf(h, args[0]), heroes.Stance(i))
					}
				}
				return scripting.Nil, &engine.Unknown{What: "stance", Word: args[1].Text(), Known: []string{"none", "swarm", "protect"}}
			}),
		modhost.Deed("set_walls", "Sets the state of the walls, where there are any.", []scripting.Field{modhost.Param("walls", text, `"intact", "breached" or "sacked"`)}, nil,
			func(h *host, _ int32, args []scripting.Value) (scripting.Value, error) {
				w, err := heroes.ParseWalls(args[0].Text())
				if err == nil {
					h.Battle.Raise(w)
				}
				return scripting.Nil, err
			}),
	}
}

// cardsOf returns how many cards a stack has.
func cardsOf(s *heroes.Stack) int {
	if s == nil || s.Top() == nil {
		return 0
	}
	return s.Top().Count()
}

func parseLine(word string) (heroes.Line, error) {
	for line := heroes.MeleeLine; line <= heroes.RangedLine; line++ {
		if word == line.String() {
			return line, nil
		}
	}
	return 0, &engine.Unknown{What: "line", Word: word, Known: []string{"melee", "ranged"}}
}
