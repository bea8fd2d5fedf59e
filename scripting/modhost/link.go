package modhost

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/strict"
	"houserule/scripting"
	"houserule/scripting/lua"
)

// Mods know each other by what they declare: functions that they offer, and events that
// they raise. Values are copied on their way. A mod reaches only those that it requires or
// names in optional, so that the order of loading, by which they are called, is the order
// of dependencies.

// Listening is the declaration with which a mod listens to an event.
const Listening = "on"

// The names of the other declarations, and of the functions that use them.
const (
	offerWord = "offer"
	eventWord = "event"
	useWord   = "use"
	raiseWord = "raise"
)

// unnamed are the names of values that a mod hands to another without naming them;
// there are no more values.
var unnamed = []string{"a", "b", "c", "d"}

// passed returns the parameters of values that mods hand to each other.
func passed() (params []lua.Field) {
	for _, name := range unnamed {
		params = append(params, Optional(name, lua.TypeAny, ""))
	}
	return params
}

func linkRegisters() []lua.Register {
	name := Param("name", text, "its name, a word: lower-case letters, digits and _")
	takes := Optional("takes", text.List(), `the types of its values, each with or without a name before it: {"stack", "depth: number"}; absent: none`)
	doc := Optional("text", text, "its meaning, in a sentence")
	return []lua.Register{
		{Name: offerWord, Doc: "A function that other mods can use if they require or know this mod.", Fields: []lua.Field{
			name, takes, Optional("returns", text, "the type of its result; absent: none"), doc,
			{Name: "call", Type: lua.TypeFunction, Doc: "the function", Params: passed(), Returns: Returns(lua.TypeAny, "")},
		}},
		{Name: eventWord, Doc: "An event that the mod raises, for mods that require or know it.", Fields: []lua.Field{
			name, takes, Optional("changes", text, "the name of the value that listeners may change; absent: none"),
			Optional("read_only", lua.TypeBoolean, "whether its listeners are read-only, so that read-only hooks and functions can raise it"), doc,
		}},
		{Name: Listening, Doc: "A function of the mod that runs when another mod or the mod itself raises an event.", Fields: []lua.Field{
			Param("event", text, `the mod and the event: "marsh.flooded"`),
			{Name: "run", Type: lua.TypeFunction, Doc: "the function to call with the event's values; its result, if not nil, replaces the value that may change",
				Params: passed(), Returns: Returns(lua.TypeAny, "")},
		}},
	}
}

// A link is an offer or an event of a mod, for other mods.
type link struct {
	scripting.Registration
	scripting.Signature
	takes     []lua.Field
	changes   int                      // the value that an event lets mods change; below 0: none
	readOnly  bool                     // of an event
	listeners []scripting.Registration // of an event
}

// links are the offers and events of all mods, by "mod.name".
type links struct{ offers, events map[string]*link }

// newLink reads a declaration.
func (m *Mods[B]) newLink(r scripting.Registration) (*link, error) {
	l := &link{Registration: r, changes: -1, readOnly: r.Value("read_only").Bool()}
	name, takes, returns := r.Value("name").Text(), r.Value("takes").Items(), r.Value("returns").Text()
	if err := engine.FieldNaming.Check("the "+r.Name, name); err != nil {
		return nil, err
	}
	if len(takes) > len(unnamed) {
		return nil, fmt.Errorf("the %s %q takes %d values: %d are the most", r.Name, name, len(takes), len(unnamed))
	}
	var types []string
	for i, v := range takes {
		value, word, isNamed := strings.Cut(v.Text(), ":")
		if !isNamed {
			value, word = unnamed[i], value
		}
		if err := engine.FieldNaming.Check(fmt.Sprintf("the %s %q: the value", r.Name, name), value); err != nil {
			return nil, err
		}
		types = append(types, strings.TrimSpace(word))
		l.takes = append(l.takes, Param(value, lua.Type(types[i]), ""))
	}
	if changes := r.Value("changes").Text(); changes != "" {
		place, err := engine.Index("value", changes, l.names())
		if err != nil {
			return nil, fmt.Errorf("the %s %q changes no value of its own: %w", r.Name, name, err)
		}
		l.changes, l.takes[place].Writable = place, true
		returns = strings.TrimSuffix(types[place], "?") + "?"
	}
	signature, err := m.program.Signature(types, returns)
	if err != nil {
		return nil, fmt.Errorf("the %s %q: %w", r.Name, name, err)
	}
	l.Signature = signature
	return l, nil
}

// names returns the names of the values.
func (l *link) names() (names []string) {
	for _, f := range l.takes {
		names = append(names, f.Name)
	}
	return names
}

// link reads the offers and events of mods, and checks their uses.
func (m *Mods[B]) link() (problems strict.Problems) {
	declared := func(register string) map[string]*link {
		all := map[string]*link{}
		for _, r := range m.program.Registered(register) {
			l, err := m.newLink(r)
			if before := all[fullName(r)]; err == nil && before != nil {
				err = fmt.Errorf("the %s %q is already declared in %s:%d", register, r.Value("name").Text(), before.File, before.Line)
			}
			if err != nil {
				problems = append(problems, ProblemAt(r, "%s", library.Explain(err)))
				l = nil // its uses are not checked
			}
			all[fullName(r)] = l
		}
		return all
	}
	m.links = links{declared(offerWord), declared(eventWord)}
	for _, r := range m.program.Registered(Listening) {
		event, err := m.reach(r.Mod, m.links.events, eventWord, r.Value("event").Text())
		switch {
		case err != nil:
			problems = append(problems, ProblemAt(r, "on: %s", library.Explain(err)))
		case event != nil:
			event.listeners = append(event.listeners, r)
		}
	}
	for _, u := range m.program.Uses() {
		all, what, word := m.links.offers, offerWord, u.Word
		if u.Function == raiseWord {
			all, what, word = m.links.events, eventWord, u.Mod+"."+u.Word
		}
		to, err := m.reach(u.Mod, all, what, word)
		switch {
		case err != nil:
			problems = append(problems, u.Problem("%s: %s", u.Function, library.Explain(err)))
		case to != nil:
			if u.Function == raiseWord && u.ReadOnly != "" && !to.readOnly {
				problems = append(problems, u.Problem("raise: %s is read-only: declare the event %s with read_only = true, or raise it in another hook", u.ReadOnly, word))
			}
			if wrong := to.Refuse(u); wrong != "" {
				problems = append(problems, u.Problem("%s: %s of the mod %s: %s", u.Function, word, to.Mod, wrong))
			}
		}
	}
	return problems
}

// Offers returns the functions that mods offer each other and the events that they raise,
// by "mod.name", in the order of loading.
func (m *Mods[B]) Offers() (functions []lua.Function, events []lua.Event) {
	if m.program == nil {
		return nil, nil
	}
	for _, r := range m.program.Registered(offerWord) {
		f := lua.Function{Name: fullName(r), Doc: r.Value("text").Text(), Params: m.links.offers[fullName(r)].takes}
		if r.Has("returns") {
			f.Returns = Returns(lua.Type(r.Value("returns").Text()), "")
		}
		functions = append(functions, f)
	}
	for _, r := range m.program.Registered(eventWord) {
		events = append(events, lua.Event{Hook: fullName(r), Doc: r.Value("text").Text(), Fields: m.links.events[fullName(r)].takes, ReadOnly: r.Value("read_only").Bool()})
	}
	return functions, events
}

// Listeners returns the listeners of an event, in the order of their calls.
func (m *Mods[B]) Listeners(event string) []scripting.Registration {
	return m.links.events[event].listeners
}

func fullName(r scripting.Registration) string { return r.Mod + "." + r.Value("name").Text() }

// reach finds the link of another mod by its full name. It is nil if the other
// is optional and not loaded.
func (m *Mods[B]) reach(from string, all map[string]*link, what, word string) (*link, error) {
	mod, _, isFull := strings.Cut(word, ".")
	if !isFull {
		return nil, fmt.Errorf("%q names no mod: write, for instance, \"marsh.%s\"", word, word)
	}
	info, own := m.infos[mod], m.infos[from]
	if info == nil {
		if _, ok := own.Mod.Optional[mod]; ok {
			return nil, nil
		}
		var known []string
		for id := range m.infos {
			known = append(known, id)
		}
		slices.Sort(known)
		err := &engine.Unknown{What: "mod", Word: mod, Known: known}
		if library.Explain(err) == err.Error() { // no loaded mod is near
			return nil, fmt.Errorf("unknown mod %q: name it in requires or optional of mod.toml", mod)
		}
		return nil, err
	}
	if info != own && !own.Knows(info) {
		return nil, fmt.Errorf("%s is of the mod %s, which %s does not know: name %s in requires or optional of its mod.toml", word, mod, from, mod)
	}
	if to, known := all[word]; known {
		return to, nil
	}
	var known []string
	for name := range all {
		if strings.HasPrefix(name, mod+".") {
			known = append(known, name)
		}
	}
	slices.Sort(known)
	return nil, &engine.Unknown{What: what, Word: word, Known: known}
}

// copies returns values with lists of their own.
func copies(values []lua.Value) []lua.Value {
	all := slices.Clone(values)
	for i, v := range all {
		if items := v.Items(); items != nil {
			all[i] = lua.List(slices.Clone(items)...)
		}
	}
	return all
}

// linkFunctions returns the functions with which scripts use the links of other mods.
func linkFunctions[B Battle]() []Function {
	type values struct {
		Name string    `doc:"the mod and the name of the function: \"marsh.depth\""`
		A    lua.Value `lua:"a?"`
		B    lua.Value `lua:"b?"`
		C    lua.Value `lua:"c?"`
		D    lua.Value `lua:"d?"`
	}
	type raised struct {
		Name string    `doc:"the name of an event of this mod"`
		A    lua.Value `lua:"a?"`
		B    lua.Value `lua:"b?"`
		C    lua.Value `lua:"c?"`
		D    lua.Value `lua:"d?"`
	}
	linked := func(f Function) Function {
		return func(c codecs) lua.Function {
			one := f(c)
			one.Linked = true
			return one
		}
	}
	return []Function{
		linked(newFunction(useWord, "Calls a function that another mod offers.", "the result of the function", hostIn[B], withResult(func(h *Host[B], a values) (lua.Value, error) {
			to := h.mods.links.offers[a.Name]
			if to == nil {
				mod, _, _ := strings.Cut(a.Name, ".")
				return lua.Nil, fmt.Errorf("the mod %s is not loaded: ask loaded(%q) before", mod, mod)
			}
			m := h.caller
			args := []lua.Value{a.A, a.B, a.C, a.D}
			if wrong := to.Takes(args); wrong != "" {
				return lua.Nil, fmt.Errorf("%s of the mod %s: %s", a.Name, to.Mod, wrong)
			}
			if !h.failed[to.Mod].runs() {
				return lua.Nil, fmt.Errorf("%s: the mod %s is out", a.Name, to.Mod)
			}
			v, err := h.registered(m, false, to.Registration, "call", copies(args[:to.Len()])...)
			if err != nil {
				return lua.Nil, fmt.Errorf("%s of the mod %s failed: %w", a.Name, to.Mod, err)
			}
			if wrong := to.Returns(v); wrong != "" {
				return lua.Nil, fmt.Errorf("%s of the mod %s breaks its word: %s", a.Name, to.Mod, wrong)
			}
			return v, nil
		}))),
		linked(newFunction(raiseWord, "Raises an event of this mod. Its listeners are called, in the order in which the mods were loaded.", "the value that listeners may change, after all changes; nil if the event has none", hostIn[B], withValues[raised](lua.TypeAny, func(h *Host[B], args []lua.Value) (lua.Value, error) {
			name := args[0].Text()
			event := h.mods.links.events[h.modOf(h.caller)+"."+name]
			if event == nil {
				return lua.Nil, errors.New("only a mod raises its events")
			}
			if wrong := event.Takes(args[1:]); wrong != "" {
				return lua.Nil, fmt.Errorf("%s.%s: %s", event.Mod, name, wrong)
			}
			return h.raise(event, args[1:1+event.Len()])
		}))),
		newFunction("loaded", "Reports whether a mod is loaded.", "", hostIn[B], withResult(func(h *Host[B], a struct {
			Mod string `doc:"the id of the mod"`
		}) (bool, error) {
			return h.mods.infos[a.Mod] != nil, nil
		})),
	}
}

// raise calls the listeners of an event. It returns the value that they may change.
func (h *Host[B]) raise(event *link, args []lua.Value) (changed lua.Value, err error) {
	if event.readOnly {
		h.pure++
		defer func() { h.pure-- }()
	} else if err := h.act(0); err != nil {
		return changed, fmt.Errorf("%w, or declare the event with read_only = true", err)
	}
	m := h.caller
	defer func() { h.caller = m }()
	if len(event.listeners) > 0 {
		args = slices.Clone(args)
	}
	for _, r := range event.listeners {
		v := h.declared(m, false, r, "run", copies(args))
		switch wrong := event.Returns(v); {
		case wrong != "":
			h.fail(r.Mod, &scripting.Error{Mod: r.Mod, Hook: r.Name + ".run", File: r.File, Line: r.LineOf("run"), Err: lua.ErrReject, Text: wrong})
		case !v.IsNil():
			args[event.changes] = v
		}
	}
	if event.changes >= 0 {
		changed = args[event.changes]
	}
	return changed, h.Battle.AtTable().Err()
}
