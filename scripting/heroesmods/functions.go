package heroesmods

import (
	"fmt"

	"houserule/engine"
	"houserule/scripting"
)

// functions are what scripts can call by name.
func functions() []scripting.Function {
	function := func(name, doc string, params, returns []scripting.Field, call func(h *host, m *scripting.Machine, args []scripting.Value) (scripting.Value, error)) scripting.Function {
		return scripting.Function{Name: name, Doc: doc, Params: params, Returns: returns,
			Call: func(m *scripting.Machine, args []scripting.Value) (scripting.Value, error) {
				h, err := hostIn(m)
				if err != nil {
					return scripting.Nil, err
				}
				return call(h, m, args)
			}}
	}
	return []scripting.Function{
		function("roll", "Rolls a die of the mod's own: what the rules roll stays the same.",
			[]scripting.Field{param("sides", scripting.TypeNumber, "from 2 to 1000")}, returns(scripting.TypeNumber, "from 1 to sides"),
			func(h *host, m *scripting.Machine, args []scripting.Value) (scripting.Value, error) {
				if err := h.acts(); err != nil {
					return scripting.Nil, err
				}
				sides, err := whole(args[0], "sides", 2, 1000)
				if err != nil {
					return scripting.Nil, err
				}
				return number(h.battle.RollStream(h.mods.streams[m.Mod()], sides)), h.battle.Err()
			}),
		function("choose", "Asks a side's player to pick one of some words.",
			[]scripting.Field{param("side", sideType, "who is asked"), param("question", scripting.TypeString, "what is asked, a sentence"), param("options", scripting.TypeString.List(), "from 1 to 50 different words, without blanks; computer players take the first")},
			returns(scripting.TypeString, "the word that was picked"),
			func(h *host, _ *scripting.Machine, args []scripting.Value) (scripting.Value, error) {
				if err := h.acts(); err != nil {
					return scripting.Nil, err
				}
				_, side, _ := args[0].Object()
				if err := h.choice.set(args[1].Text(), args[2].Items()); err != nil {
					return scripting.Nil, err
				}
				n := h.battle.Choose(engine.Side(side), &h.choice)
				return scripting.String(h.choice.options[n]), h.battle.Err()
			}),
		function("log", "Tells everybody something.", []scripting.Field{param("text", scripting.TypeAny, "what")}, nil,
			func(h *host, _ *scripting.Machine, args []scripting.Value) (scripting.Value, error) {
				if err := h.acts(); err != nil {
					return scripting.Nil, err
				}
				text := args[0].Text()
				if !args[0].IsString() {
					text = h.show(args[0])
				}
				h.battle.Say(scripting.Plain(text, maxText))
				h.deeds++
				return scripting.Nil, nil
			}),
		{
			Name: "setting", Doc: "What a setting of the mod is set to (mod.toml).",
			Params: []scripting.Field{param("name", scripting.TypeString, "its name")}, Returns: returns(scripting.TypeAny, "a number, true or false, or a text"),
			Call: func(m *scripting.Machine, args []scripting.Value) (scripting.Value, error) {
				return settingOf(m, args[0].Text())
			},
		},
	}
}

// maxText is how many characters of a script's text are shown.
const maxText = 500

// show puts a value into words.
func (h *host) show(v scripting.Value) string {
	if kind, ref, ok := v.Object(); ok {
		switch kind {
		case kindStack:
			return h.battle.Label(h.at(ref))
		case kindSide:
			return []string{"aggressor", "defender"}[ref]
		}
	}
	return v.String()
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
	c.question, c.options = scripting.Plain(question, maxText), c.options[:0]
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
