package modhost

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/library/strict"
	"houserule/engine/players"
	"houserule/scripting"
	"houserule/scripting/lua"
)

// OptionRegister returns option{ name = ..., text = ... } with the fields of the
// rule system. Words are those that no option can have for its name.
func OptionRegister(doc string, words []string, fields ...lua.Field) lua.Register {
	return lua.Register{Name: "option", Doc: doc, Fields: append([]lua.Field{
		Param("name", text, "the word that players type: lower-case letters, digits, - and _, and none of these words of the prompt or beginning of one: "+strings.Join(words, ", ")+". If two mods declare one name, players type the mod before it: marsh:charge"),
		Optional("text", text, "what it does, in a sentence, for options and help"),
	}, fields...)}
}

func playerRegister(points string, known []string) lua.Register {
	return lua.Register{Name: "player", Doc: "A computer player.", Fields: []lua.Field{
		Param("name", text, "its name for --players and seats: lower-case letters, digits, - and _, and none of "+strings.Join(append([]string{players.Human}, known...), ", ")+". If two mods declare one name, each has the mod before it: marsh:bold"),
		{Name: "answer", Type: lua.TypeFunction, Doc: "chooses an option and returns its number",
			Params: []lua.Field{
				Param("side", sideType, "the side that is asked"),
				Param("options", text.List(), "the options, as players type them"),
				Param("worths", num.List(), "the expected gain of each option, in points of "+points),
			},
			Returns: Returns(integer, "the place of the option, from 1")},
	}}
}

// ProblemAt returns a problem at a declaration of a script.
func ProblemAt(r scripting.Registration, format string, args ...any) strict.Problem {
	return strict.Problem{File: r.File, Line: r.Line, Text: fmt.Sprintf(format, args...)}
}

// named returns the names of declarations with a register: a name that several mods declare has
// the mod before it, "marsh:charge".
func (m *Mods[B]) named(register string) map[scripting.Registration]string {
	mods, names := map[string][]string{}, map[scripting.Registration]string{}
	for _, r := range m.program.Registered(register) {
		name := r.Value("name").Text()
		if !slices.Contains(mods[name], r.Mod) {
			mods[name] = append(mods[name], r.Mod)
		}
	}
	for _, r := range m.program.Registered(register) {
		name := r.Value("name").Text()
		if names[r] = name; len(mods[name]) > 1 {
			names[r] = r.Mod + ":" + name
		}
	}
	return names
}

// declareOptions gives the game the options that scripts declare.
func (m *Mods[B]) declareOptions() (problems strict.Problems) {
	m.options = m.named("option")
	before := map[string]scripting.Registration{}
	for _, r := range m.program.Registered("option") {
		name, full := r.Value("name").Text(), m.options[r]
		first, twice := before[full]
		err := engine.WordNaming.Check("the option", name)
		if err == nil {
			err = m.tables.reserves(name)
		}
		if err == nil && twice {
			err = fmt.Errorf("the option %q is already declared in %s:%d", name, first.File, first.Line)
		}
		if err != nil {
			problems = append(problems, ProblemAt(r, "%v", err))
			continue
		}
		before[full] = r
		if err := m.tables.Option(m, r, full); err != nil {
			problems = append(problems, ProblemAt(r, "%v", err))
		}
	}
	return problems
}

// reserves returns an error if the prompt takes an option's name for another
// word, or for a command that is cut short.
func (t *Tables[B]) reserves(name string) error {
	if slices.Contains(t.Words, name) || t.Reserved != nil && t.Reserved(name) {
		return fmt.Errorf("the prompt has the word %q already: pick another name for the option", name)
	}
	if i := slices.IndexFunc(t.Words, func(word string) bool { return strings.HasPrefix(word, name) }); i >= 0 {
		return fmt.Errorf("the prompt takes the word %q for %s cut short: pick another name for the option", name, t.Words[i])
	}
	return nil
}

// declarePlayers gives the game the players that scripts declare.
func (m *Mods[B]) declarePlayers() (problems strict.Problems) {
	full := m.named("player")
	for _, r := range m.program.Registered("player") {
		name := r.Value("name").Text()
		switch err := engine.WordNaming.Check("the player", name); {
		case err != nil:
			problems = append(problems, ProblemAt(r, "%v", err))
		case name == players.Human:
			problems = append(problems, ProblemAt(r, "the player %q: a person at the prompt is called so: pick another name", name))
		case slices.Contains(players.Names(m.lib.Players), full[r]):
			problems = append(problems, ProblemAt(r, "there is a player %q already", name))
		default:
			m.lib.Players = append(m.lib.Players, players.Player{
				Name: full[r], Mod: r.Mod, New: func(engine.Side, uint64) engine.Oracle { return &scripted[B]{m, r} },
			})
		}
	}
	return problems
}

// Look calls a read-only function of a declaration. It returns nil
// if the mod is disabled or fails.
func (m *Mods[B]) Look(b B, r scripting.Registration, field string, args ...lua.Value) lua.Value {
	h := m.HostOf(b)
	h.pure++
	defer func() { h.pure-- }()
	return h.declared(h.machine, true, r, field, args)
}

// Do calls a function of a declaration that may change the battle.
func (m *Mods[B]) Do(b B, r scripting.Registration, field string, args ...lua.Value) {
	h := m.HostOf(b)
	h.declared(h.machine, false, r, field, args)
}

// declared calls a function of a declaration, which may act unless it is a look.
func (h *Host[B]) declared(m *scripting.Machine, look bool, r scripting.Registration, field string, args []lua.Value) lua.Value {
	if !h.runs(r.Mod) {
		return lua.Nil
	}
	v, err := h.registered(m, look, r, field, args...)
	if err != nil {
		h.fail(r.Mod, err)
	}
	return v
}

// registered calls a function that a script declared.
func (h *Host[B]) registered(m *scripting.Machine, look bool, r scripting.Registration, field string, args ...lua.Value) (lua.Value, error) {
	if meter, ok := h.meter.(CallMeter); ok {
		meter.Called(r, field)
	}
	if h.looks() {
		defer h.machine.Resume(h.machine.Aside(h.question()))
	}
	if h.spans == nil {
		return call(m, look, r, field, args)
	}
	var v lua.Value
	values := slices.Clone(args) // args would be allocated also without a profile
	err := h.profiled(r.Mod, r.Hook(field), func() (err error) {
		v, err = call(m, look, r, field, values)
		return err
	})
	return v, err
}

func call(m *scripting.Machine, look bool, r scripting.Registration, field string, args []lua.Value) (lua.Value, error) {
	if look {
		return m.LookRegistered(r, field, args...)
	}
	return m.CallRegistered(r, field, args...)
}

// mostWorth is the greatest worth, in points, that a script may declare.
const mostWorth = 1_000_000

// Value calls a declaration's function worth and returns whole points, 0 if the
// mod is disabled or fails.
func (m *Mods[B]) Value(b B, r scripting.Registration, args ...lua.Value) int {
	v := m.Look(b, r, "worth", args...)
	if n := v.Float(); -mostWorth <= n && n <= mostWorth {
		return int(n)
	}
	m.HostOf(b).fail(r.Mod, &scripting.Error{
		Mod: r.Mod, Hook: r.Name + ".worth", File: r.File, Line: r.LineOf("worth"), Err: lua.ErrReject,
		Text: fmt.Sprintf("the result is %s: must be a number from -%d to %d", v, mostWorth, mostWorth),
	})
	return 0
}

// Refusal returns the reason why a declared option may not be used now: its mod
// is disabled, or the function in that field, if the script has one, returns a
// reason.
func (m *Mods[B]) Refusal(b B, r scripting.Registration, field string, args ...lua.Value) error {
	if h := m.HostOf(b); len(h.failed) > 0 && !h.failed[r.Mod].offers(h.question()) {
		return errors.New("its mod is out")
	}
	if r.Has(field) {
		if why := m.Look(b, r, field, args...); !why.IsNil() {
			return errors.New(scripting.Plain(why.Text(), MaxText))
		}
	}
	return nil
}
