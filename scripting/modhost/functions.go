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

// What scripts may log in a battle, all mods together: whoever listens may keep it
// all.
const (
	MaxLogged      = 100_000 // lines
	MaxLoggedBytes = 16e6
)

// function is a function that needs a battle.
func function[B Battle, E comparable](name, doc string, params, returns []scripting.Field, call func(h *Host[B, E], m *scripting.Machine, args []scripting.Value) (scripting.Value, error)) scripting.Function {
	return scripting.Function{Name: name, Doc: doc, Params: params, Returns: returns,
		Call: func(m *scripting.Machine, args []scripting.Value) (scripting.Value, error) {
			h, err := hostIn[B, E](m)
			if err != nil {
				return scripting.Nil, err
			}
			v, err := call(h, m, args)
			return v, explain(err)
		}}
}

// explain adds to an unknown word the nearest known one.
func explain(err error) error {
	if unknown, ok := err.(*engine.Unknown); ok {
		return errors.New(library.Explain(unknown))
	}
	return err
}

// functions are what scripts of every rule system can call by name.
func functions[B Battle, E comparable](t *Tables[B, E]) []scripting.Function {
	type host = *Host[B, E]
	whose := "Rolls a die of the mod's own: what the rules roll stays the same."
	if t.Rules != "" {
		whose = "Rolls a die of the table; in another mod than the game itself, one of the mod's own."
	}
	return []scripting.Function{
		function("roll", whose,
			[]scripting.Field{Param("sides", num, "from 2 to 1000")}, Returns(num, "from 1 to sides"),
			func(h host, m *scripting.Machine, args []scripting.Value) (scripting.Value, error) {
				if err := h.acts(); err != nil {
					return scripting.Nil, err
				}
				sides, err := Whole(args[0], "sides", 2, 1000)
				if err == nil {
					err = h.Work(dieSteps)
				}
				if err != nil {
					return scripting.Nil, err
				}
				if m.Mod() == t.Rules {
					return Number(h.Battle.Roll(sides, 0)), h.Battle.Err()
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
				if err := h.Work(deedSteps); err != nil {
					return scripting.Nil, err
				}
				if err := h.choice.set(args[1].Text(), args[2].Items()); err != nil {
					return scripting.Nil, err
				}
				n := h.Battle.Choose(SideOf(args[0]), &h.choice)
				return scripting.String(h.choice.options[n]), h.Battle.Err()
			}),
		function("log", "Logs a text for all players.", []scripting.Field{Param("text", scripting.TypeAny, "what")}, nil,
			func(h host, m *scripting.Machine, args []scripting.Value) (scripting.Value, error) {
				if err := h.acts(); err != nil {
					return scripting.Nil, err
				}
				if err := h.Work(deedSteps); err != nil {
					return scripting.Nil, err
				}
				h.deeds++
				if !h.Battle.Listening() {
					return scripting.Nil, nil
				}
				text := args[0].Text()
				if !args[0].IsString() {
					text = h.show(args[0])
				}
				h.log(m.Mod(), scripting.Plain(text, MaxText))
				return scripting.Nil, nil
			}),
		function("setting", "What a setting of the mod is set to (mod.toml).",
			[]scripting.Field{Param("name", text, "its name")}, Returns(scripting.TypeAny, "a number, true or false, or a text"),
			func(h host, m *scripting.Machine, args []scripting.Value) (scripting.Value, error) {
				info := h.mods.infos[h.modOf(m)]
				if info == nil {
					return scripting.Nil, errors.New("there are no settings here")
				}
				return settingOf(info, args[0].Text())
			}),
	}
}

// log shows a line of a mod to all sides, as long as there is room in the log.
func (h *Host[B, E]) log(mod, line string) {
	full := func() bool { return h.logged.lines > MaxLogged || h.logged.bytes > MaxLoggedBytes }
	if full() {
		return
	}
	h.logged.lines++
	h.logged.bytes += len(line)
	if full() {
		line = fmt.Sprintf("mod %s logs more than is kept of a battle, %d lines and %d MB: the log is without what scripts log from here on", mod, MaxLogged, int(MaxLoggedBytes/1e6))
	}
	h.Battle.Say(line)
}

// settingOf returns the value of a mod's setting.
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
	return scripting.Nil, &engine.Unknown{What: "setting", Word: name, Known: known}
}
