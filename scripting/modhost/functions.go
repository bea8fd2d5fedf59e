package modhost

import (
	"errors"
	"fmt"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/scripting"
)

// MaxText is how many characters of a script's text are shown.
const MaxText = 500

// function is a function that needs a battle.
func function[B Battle, E comparable](name, doc string, params, returns []scripting.Field, call func(h *Host[B, E], m *scripting.Machine, args []scripting.Value) (scripting.Value, error)) scripting.Function {
	return scripting.Function{Name: name, Doc: doc, Params: params, Returns: returns,
		Call: func(m *scripting.Machine, args []scripting.Value) (scripting.Value, error) {
			h, err := hostIn[B, E](m)
			if err != nil {
				return scripting.Nil, err
			}
			return call(h, m, args)
		}}
}

// functions are what scripts of every rule system can call by name.
func functions[B Battle, E comparable]() []scripting.Function {
	type host = *Host[B, E]
	return []scripting.Function{
		function("roll", "Rolls a die of the mod's own: what the rules roll stays the same.",
			[]scripting.Field{Param("sides", num, "from 2 to 1000")}, Returns(num, "from 1 to sides"),
			func(h host, m *scripting.Machine, args []scripting.Value) (scripting.Value, error) {
				if err := h.acts(); err != nil {
					return scripting.Nil, err
				}
				sides, err := Whole(args[0], "sides", 2, 1000)
				if err != nil {
					return scripting.Nil, err
				}
				return Number(h.Battle.RollStream(h.mods.streams[m.Mod()], sides)), h.Battle.Err()
			}),
		function("choose", "Asks a side's player to pick one of some words.",
			[]scripting.Field{Param("side", sideType, "who is asked"), Param("question", text, "what is asked, a sentence"), Param("options", text.List(), "from 1 to 50 different words, without blanks; computer players take the first")},
			Returns(text, "the word that was picked"),
			func(h host, _ *scripting.Machine, args []scripting.Value) (scripting.Value, error) {
				if err := h.acts(); err != nil {
					return scripting.Nil, err
				}
				_, side, _ := args[0].Object()
				if err := h.choice.set(args[1].Text(), args[2].Items()); err != nil {
					return scripting.Nil, err
				}
				n := h.Battle.Choose(engine.Side(side), &h.choice)
				return scripting.String(h.choice.options[n]), h.Battle.Err()
			}),
		function("log", "Tells everybody something.", []scripting.Field{Param("text", scripting.TypeAny, "what")}, nil,
			func(h host, _ *scripting.Machine, args []scripting.Value) (scripting.Value, error) {
				if err := h.acts(); err != nil {
					return scripting.Nil, err
				}
				text := args[0].Text()
				if !args[0].IsString() {
					text = h.show(args[0])
				}
				h.Battle.Say(scripting.Plain(text, MaxText))
				h.deeds++
				return scripting.Nil, nil
			}),
		function("setting", "What a setting of the mod is set to (mod.toml).",
			[]scripting.Field{Param("name", text, "its name")}, Returns(scripting.TypeAny, "a number, true or false, or a text"),
			func(h host, m *scripting.Machine, args []scripting.Value) (scripting.Value, error) {
				info := h.mods.infos[m.Mod()]
				if info == nil {
					return scripting.Nil, errors.New("there are no settings here")
				}
				return settingOf(info, args[0].Text())
			}),
	}
}

// settingOf is the value of a mod's setting.
func settingOf(info *library.ModInfo, name string) (scripting.Value, error) {
	var known []string
	for _, s := range info.Settings {
		if s.Name == name {
			switch v := s.Value.(type) {
			case int:
				return Number(v), nil
			case float64:
				return scripting.Number(v), nil
			case bool:
				return scripting.Boolean(v), nil
			case string:
				return scripting.String(v), nil
			}
		}
		known = append(known, s.Name)
	}
	return scripting.Nil, errors.New(library.Explain(&engine.Unknown{What: "setting", Word: name, Known: known}))
}

// choice is what scripts ask: one word of several.
type choice struct {
	question string
	options  []string
}

func (c *choice) set(question string, options []scripting.Value) error {
	if len(options) == 0 || len(options) > 50 {
		return fmt.Errorf("choose takes from 1 to 50 options, not %d", len(options))
	}
	c.question, c.options = scripting.Plain(question, MaxText), c.options[:0]
	seen := map[string]bool{}
	for _, o := range options {
		word := o.Text()
		if !isWord(word) || seen[word] {
			return fmt.Errorf("the option %q must be a word of its own: letters, digits, - and _", word)
		}
		seen[word] = true
		c.options = append(c.options, word)
	}
	return nil
}

func isWord(s string) bool {
	for _, r := range s {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_' {
			return false
		}
	}
	return s != ""
}

// Prompt makes it a Prompter.
func (c *choice) Prompt() string { return c.question }

// Legal, First, Each, Name and Parse make it a Choice: an answer is a place
// among the options.
func (c *choice) Legal(answer int) bool  { return answer >= 0 && answer < len(c.options) }
func (c *choice) First() int             { return 0 }
func (c *choice) Name(answer int) string { return "choose " + c.options[answer] }
func (c *choice) Each(yield func(int) bool) {
	for i := range c.options {
		if !yield(i) {
			return
		}
	}
}

func (c *choice) Parse(text string) (int, error) {
	for i, o := range c.options {
		if text == o || text == "choose "+o {
			return i, nil
		}
	}
	return 0, &engine.Unknown{What: "answer", Word: text, Known: c.options}
}
