package modhost

import (
	"errors"
	"fmt"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/scripting"
	"houserule/scripting/lua"
)

// MaxText is the number of characters of a script's text that are shown.
const MaxText = 500

// Limits of the log of scripts in a battle, all mods together: a listener may keep it
// all.
const (
	MaxLogged      = 50_000 // lines
	MaxLoggedBytes = 16e6
)

// functions returns the functions that scripts of every rule system have.
func functions[B Battle](t *Tables[B]) []Function {
	type host = *Host[B]
	// acting returns a function that is refused where the battle may not change, and takes that
	// many steps.
	acting := func(steps int, name, doc, result string, call typed[host]) Function {
		f := newFunction(name, doc, result, func(m *lua.Machine) (host, error) {
			h, err := hostIn[B](m)
			if err == nil {
				err = h.act(steps)
			}
			return h, err
		}, call)
		return func(c codecs) lua.Function { return mutating(f(c)) }
	}
	whose := "Rolls a die of the mod's own dice. The dice of the rules are not affected."
	if t.Rules != "" {
		whose = "Rolls a die of the table; in a mod other than the game itself, a die of the mod's own dice."
	}
	return []Function{
		acting(0, "roll", whose, "the number that the die shows, from 1 to sides", withValues[struct {
			Sides int `doc:"the sides of the die, from 2 to 1000"`
		}](integer, func(h host, args []lua.Value) (v lua.Value, err error) {
			sides, err := Whole(args[0], "sides", 2, 1000)
			if err == nil {
				err = h.Work(dieSteps)
			}
			if err != nil {
				return v, err
			}
			if mod := h.caller.Owner(); mod != t.Rules {
				return Number(h.Battle.AtTable().RollStream(h.mods.streams[mod], sides)), h.Battle.AtTable().Err()
			}
			return Number(h.Battle.AtTable().Roll(sides, 0)), h.Battle.AtTable().Err()
		})),
		acting(actionSteps, "choose", "Asks a side's player to choose one of several words.", "the chosen word", withResult(func(h host, a struct {
			Side     engine.Side `doc:"the side that is asked"`
			Question string      `doc:"the question, a sentence"`
			Options  []string    `doc:"from 1 to 50 different words without blanks; without worths, computer players choose the first"`
			Worths   []float64   `lua:"worths?" doc:"the value of each word for the side; computer players that evaluate choose the greatest"`
		}) (string, error) {
			c, err := h.choice.set(a.Question, a.Options, a.Worths)
			if err != nil {
				return "", err
			}
			n := h.Battle.AtTable().Choose(a.Side, c)
			return h.choice.options[n], h.Battle.AtTable().Err()
		})),
		acting(actionSteps, "log", "Logs a text for all players.", "", withValues[struct {
			Text lua.Value `doc:"the text"`
		}]("", func(h host, args []lua.Value) (none lua.Value, err error) {
			h.actions++
			if !h.Battle.AtTable().Listening() {
				return none, nil
			}
			text := args[0].Text()
			if !args[0].IsString() {
				text = h.show(args[0])
			}
			h.Log(text, h.Battle.Say)
			return none, nil
		})),
		newFunction("trace", "Shows values to the author of the mod: at the prompt after the command trace, and in houserule mod test -v. It changes nothing, and every hook may call it.", "", hostIn[B], withoutResult(func(h host, a traced) error {
			if h.tracer != nil {
				h.tracer.Traced(h.traced(a))
			}
			return nil
		})),
		reading(newFunction("setting", "Reads a setting of the mod (mod.toml).", "a number, true or false, or a text", hostIn[B], withValues[struct {
			Name string `doc:"its name"`
		}](lua.TypeAny, func(h host, args []lua.Value) (lua.Value, error) {
			info := h.mods.infos[h.modOf(h.caller)]
			if info == nil {
				return lua.Nil, errors.New("there are no settings here")
			}
			return settingOf(info, args[0].Text())
		}))),
	}
}

// Log adds a line of the running script to the log, as long as it has room.
func (h *Host[B]) Log(line string, say func(text string)) {
	mod, line := h.caller.Owner(), scripting.Plain(line, MaxText)
	full := func() bool { return h.logged.lines > MaxLogged || h.logged.bytes > MaxLoggedBytes }
	if full() {
		return
	}
	h.logged.lines++
	h.logged.bytes += len(line)
	if full() {
		line = fmt.Sprintf("mod %s logs more than is kept of a battle, %d lines and %d MB: the log is without what scripts log from here on", mod, MaxLogged, int(MaxLoggedBytes/1e6))
	}
	say(line)
}

// settingOf returns the value of a mod's setting.
func settingOf(info *library.ModInfo, name string) (lua.Value, error) {
	for i := range info.Settings {
		if s := &info.Settings[i]; s.Name == name {
			switch v := s.Value.(type) {
			case int:
				return Number(v), nil
			case float64:
				return lua.Number(v), nil
			case bool:
				return lua.Boolean(v), nil
			case string:
				return lua.String(v), nil
			}
		}
	}
	var known []string
	for _, s := range info.Settings {
		known = append(known, s.Name)
	}
	return lua.Nil, &engine.Unknown{What: "setting", Word: name, Known: known}
}
