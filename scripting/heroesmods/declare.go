package heroesmods

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/heroes/form"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/strict"
	"houserule/scripting"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
)

// registers returns the declarations that scripts may make.
func registers() []lua.Register {
	by, at := modhost.Param("by", stackType, "the stack that acts"), modhost.Param("at", stackType.OrNil(), "the stack that it names, or nil")
	target := modhost.Optional("at", lua.TypeString, `the stack that it names: "nobody" (the default), "friend" or "enemy"`)
	target.OneOf = []string{"nobody", "friend", "enemy"}
	deed := func(name, doc string) []lua.Field {
		return []lua.Field{
			target,
			{Name: "legal", Type: lua.TypeFunction, Optional: true, Doc: "returns whether it may be done: nil, or the reason why not",
				Params: []lua.Field{by, at}, Returns: modhost.Returns(lua.TypeString.OrNil(), "nil, or the reason why not")},
			{Name: name, Type: lua.TypeFunction, Doc: doc, Params: []lua.Field{by, at}},
			{Name: "worth", Type: lua.TypeFunction, Optional: true, Doc: "returns its value for computer players, in points of cost",
				Params: []lua.Field{by, at}, Returns: modhost.Returns(lua.TypeNumber, "")},
		}
	}
	return []lua.Register{
		modhost.OptionRegister("A new option for a stack whose turn it is.", promptWords(), deed("act", "carries out the option")...),
		{Name: "spell", Doc: "The effect of casting a spell. Write it in the script that the spell's entry names. A spell with a score is an attack, and its script has none; target, rounds and bonus are then those of the effect that battle:affect gives.", Fields: deed("cast", "carries out the spell")},
	}
}

// customOption turns a declaration into an option of the engine. Do names the function that
// carries it out.
func customOption(m *mods, r scripting.Registration, name, do string) (*heroes.CustomOption, error) {
	custom := &heroes.CustomOption{Name: name}
	switch at := r.Value("at"); at.Text() {
	case "", "nobody":
	case "friend":
		custom.At = heroes.AtFriend
	case "enemy":
		custom.At = heroes.AtEnemy
	default:
		return nil, errors.New(library.Explain(&engine.Unknown{What: "at", Word: at.Text(), Known: []string{"nobody", "friend", "enemy"}}))
	}
	custom.Legal = func(b *heroes.Battle, by, at *heroes.Stack) error {
		return m.Refusal(b, r, "legal", stackValue(by), stackValue(at))
	}
	custom.Do = func(b *heroes.Battle, by, at *heroes.Stack) { m.Do(b, r, do, stackValue(by), stackValue(at)) }
	if r.Has("worth") {
		custom.Value = func(b *heroes.Battle, by, at *heroes.Stack) int {
			return m.Value(b, r, stackValue(by), stackValue(at))
		}
	}
	return custom, nil
}

// declareSpells gives spells the declarations of their scripts.
func declareSpells(lib *library.Library, m *mods) (problems strict.Problems) {
	for _, r := range m.Program().Registered("spell") {
		spell, err := heroesdata.Spell(lib, r.Spell)
		if err != nil {
			problems = append(problems, modhost.ProblemAt(r, "spell{...} stands in the script that a spell's entry names: script = \"...\""))
			continue
		}
		custom, err := customOption(m, r, spell.ID, "cast")
		if err != nil {
			problems = append(problems, modhost.ProblemAt(r, "%v", err))
			continue
		}
		if !spell.Effect {
			problems = append(problems, modhost.ProblemAt(r, "spell %q has a score (%s), so casting it is an attack, which spell{...} would replace: take one of them out", spell.ID, lib.Source(spell)))
			continue
		}
		if spell.Custom != nil {
			problems = append(problems, modhost.ProblemAt(r, "the script declares the spell twice"))
		}
		spell.Custom = custom
	}
	for _, s := range gameOf(lib).Spells {
		if s.Effect && s.Custom == nil && s.Rounds == 0 {
			file, line, _ := strings.Cut(lib.Source(s), ":")
			n, _ := strconv.Atoi(line)
			problems = append(problems, strict.Problem{File: file, Line: n, Text: fmt.Sprintf(
				"spell %q has a script that declares no spell{...}: without target and rounds nobody knows what it does", s.ID)})
		}
	}
	return problems
}

// promptWords returns the words that cannot be names of options: the
// commands of the prompt with their short forms, and the answers.
func promptWords() []string {
	words := append(strings.Fields("ab ability cr creature sp spell town y yes no"), modhost.PromptWords...)
	for _, v := range form.Verbs() {
		words = append(words, v.Name, cmp.Or(v.Short, v.Name), cmp.Or(v.Recorded, v.Name))
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// stackName matches the names of stacks, and ranges of names.
var stackName = regexp.MustCompile(`^[ad][0-9]+(-[ad]?[0-9]+)?$`)
