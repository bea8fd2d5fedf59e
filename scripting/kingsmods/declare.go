package kingsmods

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/engine/library/strict"
	"houserule/scripting"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
)

// registers returns the declarations that scripts may make.
func registers() []lua.Register {
	params := []lua.Field{
		modhost.Param("item", counterType, "the item"),
		modhost.Param("on", counterType.OrNil(), "the counter that bears it, or that rolled the die; nil: none"),
	}
	return []lua.Register{{
		Name: "item", Doc: "The effect of playing a magic item (K1.2). Write it in the script of an ability, for all items that have the ability, or name the ability.",
		Fields: []lua.Field{
			modhost.Optional("ability", lua.TypeString, "the id of the ability; if not given, the ability of the script"),
			modhost.Optional("on", lua.TypeString, `the counters that may bear it: "nobody" (the default), "friend", "enemy" or "any"; or "die": it is played after a die to hit has been rolled, before the die counts`),
			{Name: "legal", Type: lua.TypeFunction, Optional: true, Doc: "returns whether it may be played: nil, or the reason why not",
				Params: params, Returns: modhost.Returns(lua.TypeString.OrNil(), "nil, or the reason why not")},
			{Name: "play", Type: lua.TypeFunction, Doc: "carries out the effect, once the item is in play; an item that fights then stands in the hex", Params: params},
			{Name: "worth", Type: lua.TypeFunction, Optional: true, Doc: "returns its value for computer players, in points of combat value; they play items with a value above 0",
				Params: params, Returns: modhost.Returns(lua.TypeNumber, "")},
		},
	}}
}

// laid are the words for the counters on which an item may be laid.
var laid = map[string]kings.Whom{
	"": kings.OnNobody, "nobody": kings.OnNobody, "friend": kings.OnFriend, "enemy": kings.OnEnemy, "any": kings.OnAny, "die": kings.OnDie,
}

// declareItems gives items the declarations of scripts.
func declareItems(lib *library.Library, m *mods) (problems strict.Problems) {
	declared := map[*kings.Thing]scripting.Registration{}
	for _, r := range m.Program().Registered("item") {
		ability, err := abilityOf(lib, r)
		if err != nil {
			problems = append(problems, modhost.ProblemAt(r, "%s", library.Explain(err)))
			continue
		}
		p, err := play(m, r)
		if err != nil {
			problems = append(problems, modhost.ProblemAt(r, "%s", library.Explain(err)))
			continue
		}
		for _, t := range gameOf(lib).Things {
			if t.Kind != kings.Item || !slices.Contains(t.Abilities, ability) {
				continue
			}
			if before, twice := declared[t]; twice {
				problems = append(problems, modhost.ProblemAt(r, "what playing %q does is already declared in %s:%d: to change it, patch the script of the ability", t.ID, before.File, before.Line))
			}
			declared[t] = r
			gameOf(lib).SetPlay(t, p)
		}
	}
	lib.Warn(idle(lib, m)...)
	return problems
}

// idle returns the scripts of items' abilities that contain nothing that could
// run.
func idle(lib *library.Library, m *mods) (warnings strict.Problems) {
	for _, mod := range lib.Mods {
		for _, s := range mod.Scripts {
			ability, err := kingsdata.Ability(lib, s.Of("ability"))
			if err != nil || runs(m, s) {
				continue
			}
			for _, t := range gameOf(lib).Things {
				if t.Kind == kings.Item && slices.Contains(t.Abilities, ability) {
					warnings = append(warnings, strict.Problem{File: s.File, Line: 1, Text: fmt.Sprintf("%s can never be played: the script declares no item{...} and has no hook", t.ID)})
				}
			}
		}
	}
	return warnings
}

// runs reports whether a script declares an item or has a hook.
func runs(m *mods, s library.Script) bool {
	for _, r := range m.Program().Registered("item") {
		if r.File == s.File {
			return true
		}
	}
	for _, h := range hooks(new(kings.Hooks)) {
		for _, f := range m.Program().Funcs(h.Hook) {
			if f.File == s.File {
				return true
			}
		}
	}
	return false
}

// play turns a declaration into the use of an item in the engine.
func play(m *mods, r scripting.Registration) (*kings.Play, error) {
	on, ok := laid[r.Value("on").Text()]
	if !ok {
		return nil, &engine.Unknown{What: "on", Word: r.Value("on").Text(), Known: []string{"nobody", "friend", "enemy", "any", "die"}}
	}
	p := &kings.Play{On: on}
	p.Legal = func(b *kings.Battle, item, on *kings.Counter) error {
		return m.Refusal(b, r, "legal", counterValue(item), counterValue(on))
	}
	p.Do = func(b *kings.Battle, item, on *kings.Counter) {
		m.Do(b, r, "play", counterValue(item), counterValue(on))
	}
	if r.Has("worth") {
		p.Value = func(b *kings.Battle, item, on *kings.Counter) int {
			return m.Value(b, r, counterValue(item), counterValue(on))
		}
	}
	return p, nil
}

// abilityOf returns the ability that a declaration is for.
func abilityOf(lib *library.Library, r scripting.Registration) (*kings.Ability, error) {
	id := cmp.Or(r.Value("ability").Text(), r.Ability)
	if id == "" {
		return nil, errors.New(`item{...} stands in the script of an ability, or says which: item{ ability = "...", ... }`)
	}
	return kingsdata.Ability(lib, id)
}
