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
)

// Mods know each other by what they declare: functions that they offer, and events that
// they raise. Values are copied on their way. A mod reaches only those that it requires or
// names in optional, so that the order of loading, by which they are called, is the order
// of dependencies.

// What scripts call the declarations and the functions that reach them.
const (
	offerWord = "offer"
	eventWord = "event"
	onWord    = "on"
	useWord   = "use"
	raiseWord = "raise"
)

// mostPassed is how many values a mod hands to another at once.
const mostPassed = 4

// passed are the parameters of what mods hand to each other.
func passed(doc string) (params []scripting.Field) {
	for _, name := range []string{"a", "b", "c", "d"}[:mostPassed] {
		params = append(params, Optional(name, scripting.TypeAny, doc))
	}
	return params
}

func linkRegisters() []scripting.Register {
	name := Param("name", text, "a word of the mod's own: lower-case letters, digits and _")
	takes := Optional("takes", text.List(), `the types of its values, as in {"stack", "number"}; absent: none`)
	doc := Optional("text", text, "what it is, in a sentence")
	return []scripting.Register{
		{Name: offerWord, Doc: "A function that mods which require or know this one can use.", Fields: []scripting.Field{
			name, takes, Optional("returns", text, "the type of its result; absent: none"), doc,
			{Name: "call", Type: scripting.TypeFunction, Doc: "the function", Params: passed(""), Returns: Returns(scripting.TypeAny, "")},
		}},
		{Name: eventWord, Doc: "An event that the mod raises, for mods which require or know it.", Fields: []scripting.Field{name, takes, doc}},
		{Name: onWord, Doc: "What the mod does at an event of another, or of its own.", Fields: []scripting.Field{
			Param("event", text, `the mod and the event, as in "marsh.flooded"`),
			{Name: "run", Type: scripting.TypeFunction, Doc: "is called with the event's values", Params: passed("")},
		}},
	}
}

// A link is what a mod declares for others.
type link struct {
	scripting.Registration
	scripting.Signature
	listeners []scripting.Registration // of an event
}

// links are the offers and events of all mods, by "mod.name".
type links struct{ offers, events map[string]*link }

// link reads what mods declare for each other, and checks what they use.
func (m *Mods[B]) link() (problems strict.Problems) {
	declared := func(register string) map[string]*link {
		all := map[string]*link{}
		for _, r := range m.program.Registered(register) {
			name := r.Value("name").Text()
			full := r.Mod + "." + name
			err := engine.FieldNaming.Check("the "+register, name)
			if before, twice := all[full]; err == nil && twice {
				err = fmt.Errorf("the %s %q is already declared in %s:%d", register, name, before.File, before.Line)
			}
			var takes []string
			for _, v := range r.Value("takes").Items() {
				takes = append(takes, v.Text())
			}
			if err == nil && len(takes) > mostPassed {
				err = fmt.Errorf("the %s %q takes %d values: %d are the most", register, name, len(takes), mostPassed)
			}
			returns := ""
			if register == offerWord {
				returns = r.Value("returns").Text()
			}
			signature, wrong := m.program.Signature(takes, returns)
			if err == nil && wrong != nil {
				err = fmt.Errorf("the %s %q: %w", register, name, wrong)
			}
			if err != nil {
				problems = append(problems, ProblemAt(r, "%v", err))
			}
			all[full] = &link{Registration: r, Signature: signature}
		}
		return all
	}
	m.links = links{declared(offerWord), declared(eventWord)}
	for _, r := range m.program.Registered(onWord) {
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
			if wrong := to.Refuse(u); wrong != "" {
				problems = append(problems, u.Problem("%s: %s of the mod %s: %s", u.Function, word, to.Mod, wrong))
			}
		}
	}
	return problems
}

// reach finds what a mod may use of another by its full name. It is nil where the other
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
		return nil, &engine.Unknown{What: "mod", Word: mod, Known: known}
	}
	if info != own && !own.Knows(info) {
		return nil, fmt.Errorf("%s is of the mod %s, which %s does not know: name %s in requires or optional of its mod.toml", word, mod, from, mod)
	}
	if to := all[word]; to != nil {
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

// copies returns values whose lists no other mod has.
func copies(values []scripting.Value) []scripting.Value {
	all := slices.Clone(values)
	for i, v := range all {
		if items := v.Items(); items != nil {
			all[i] = scripting.List(slices.Clone(items)...)
		}
	}
	return all
}

// linkFunctions are how scripts reach what other mods declare.
func linkFunctions[B Battle]() []Function {
	type values struct {
		Name string          `doc:"the mod and the name, as in \"marsh.depth\""`
		A    scripting.Value `lua:"a?"`
		B    scripting.Value `lua:"b?"`
		C    scripting.Value `lua:"c?"`
		D    scripting.Value `lua:"d?"`
	}
	type raised struct {
		Name string          `doc:"the name of an event of the mod's own"`
		A    scripting.Value `lua:"a?"`
		B    scripting.Value `lua:"b?"`
		C    scripting.Value `lua:"c?"`
		D    scripting.Value `lua:"d?"`
	}
	linked := func(f Function) Function {
		return func(c codecs) scripting.Function {
			one := f(c)
			one.Linked = true
			return one
		}
	}
	return []Function{
		linked(newFunction(useWord, "Calls a function that another mod offers.", "what it returns", hostIn[B], func(h *Host[B], a values) (scripting.Value, error) {
			to := h.mods.links.offers[a.Name]
			if to == nil {
				mod, _, _ := strings.Cut(a.Name, ".")
				return scripting.Nil, fmt.Errorf("the mod %s is not loaded: ask loaded(%q) before", mod, mod)
			}
			m := h.caller
			args := []scripting.Value{a.A, a.B, a.C, a.D}
			if wrong := to.Takes(m, args); wrong != "" {
				return scripting.Nil, fmt.Errorf("%s of the mod %s: %s", a.Name, to.Mod, wrong)
			}
			if h.disabled[to.Mod] != nil {
				return scripting.Nil, fmt.Errorf("%s: the mod %s is out", a.Name, to.Mod)
			}
			v, err := h.registered(m.CallRegistered, to.Registration, "call", copies(args[:to.Len()])...)
			if err != nil {
				return scripting.Nil, fmt.Errorf("%s of the mod %s failed: %w", a.Name, to.Mod, err)
			}
			if wrong := to.Returns(m, v); wrong != "" {
				return scripting.Nil, fmt.Errorf("%s of the mod %s breaks its word: %s", a.Name, to.Mod, wrong)
			}
			return v, nil
		})),
		linked(newFunction(raiseWord, "Raises an event of the mod's own: what mods do at it is done, in the order of loading.", "", hostIn[B], func(h *Host[B], a raised) (none engine.None, err error) {
			event := h.mods.links.events[h.modOf(h.caller)+"."+a.Name]
			if event == nil {
				return none, errors.New("only a mod raises its events")
			}
			args := []scripting.Value{a.A, a.B, a.C, a.D}
			if wrong := event.Takes(h.caller, args); wrong != "" {
				return none, fmt.Errorf("%s.%s: %s", event.Mod, a.Name, wrong)
			}
			m := h.caller
			for _, r := range event.listeners {
				h.declared(m.CallRegistered, r, "run", copies(args[:event.Len()]))
			}
			h.caller = m
			return none, h.Battle.Err()
		})),
		newFunction("loaded", "Whether a mod is loaded.", "", hostIn[B], func(h *Host[B], a struct {
			Mod string `doc:"its id"`
		}) (bool, error) {
			return h.mods.infos[a.Mod] != nil, nil
		}),
	}
}
