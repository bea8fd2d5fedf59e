package modhost

import (
	"fmt"
	"maps"
	"regexp"
	"slices"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/scripting"
)

// Mods are the scripts of a library, installed on its game: [Scripts] of
// battles B.
type Mods[B Battle] struct {
	lib     *library.Library
	tables  *Tables[B]
	program *scripting.Program
	policy  Policy
	profile *Profile       // nil: no profile
	streams map[string]int // a mod's dice
	infos   map[string]*library.ModInfo
	links   links
	options map[scripting.Registration]string // the names of options
}

// Sources returns the scripts of a mod, without its tests.
func Sources(info *library.ModInfo) (sources []scripting.Source) {
	for _, s := range info.Scripts {
		sources = append(sources, scripting.Source{Mod: info.Mod.ID, File: s.File, Text: []byte(s.Text), Ability: s.Of("ability"), Spell: s.Of("spell")})
	}
	return sources
}

// Install compiles the scripts of a library's mods and attaches them to the hooks
// of the tables, which are those of its game. It also makes the declarations of mods.
// The error is a [strict.Problems] if the scripts have mistakes.
//
// The game has to call [Mods.Begin] and [Mods.Copied] itself, or [Mods.Start]; the
// caller ensures that if there is a [Mods.Program].
func Install[B Battle](lib *library.Library, tables *Tables[B], policy Policy) (*Mods[B], error) {
	m := &Mods[B]{lib: lib, tables: tables, policy: policy, streams: map[string]int{}, infos: map[string]*library.ModInfo{}}
	var sources []scripting.Source
	for i := range lib.Mods {
		info := &lib.Mods[i]
		m.infos[info.Mod.ID] = info
		sources = append(sources, Sources(info)...)
		if len(info.Scripts) > 0 && info.Mod.ID != tables.Rules {
			m.streams[info.Mod.ID] = len(lib.Streams)
			lib.Streams = append(lib.Streams, info.Mod.ID)
		}
	}
	if tables.Library != nil {
		tables.Own = lib.Own()
	}
	if slices.ContainsFunc(tables.Own, func(o library.Own) bool { return o.Sections != nil }) {
		if problems := tables.sectionProblems(); len(problems) > 0 {
			return nil, problems
		}
	}
	if len(sources) == 0 {
		return m, nil
	}
	binding := tables.Binding()
	for i := range binding.Functions {
		if binding.Functions[i].Name == "setting" {
			binding.Functions[i].Params[0].Word = m.isSetting
		}
	}
	program, err := scripting.Compile(binding, sources)
	if err != nil {
		return nil, err
	}
	m.program = program
	for _, hk := range tables.Hooks {
		if funcs := program.Funcs(hk.Hook); len(funcs) > 0 {
			hk.attach(m, funcs)
		}
	}
	lib.Warn(m.orderWarnings()...)
	problems := slices.Concat(m.link(), m.declareOptions(), m.declarePlayers())
	if tables.Declare != nil {
		problems = append(problems, tables.Declare(m)...)
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return m, nil
}

// isSetting returns the name of a setting, or the error of a mod that has none of that name.
func (m *Mods[B]) isSetting(mod, name string) (string, error) {
	info := m.infos[mod]
	if info == nil {
		return name, nil
	}
	_, err := settingOf(info, name)
	return name, explain(err)
}

// Program returns the compiled scripts, nil if no mod has a script.
func (m *Mods[B]) Program() *scripting.Program { return m.program }

// Touches reports whether a function of a hook may read or write a field of its event.
func (m *Mods[B]) Touches(hook, field string) bool {
	i := slices.IndexFunc(m.tables.Hooks, func(hk *Hook[B]) bool { return hk.Event.Hook == hook })
	at := m.tables.Hooks[i].field(field)
	return slices.ContainsFunc(m.program.Funcs(hook), func(fn *scripting.Func) bool {
		return slices.Contains(fn.Reads, at) || slices.Contains(fn.Writes, at)
	})
}

// inPlace finds the mod that an expression begins with: "morale: setting('die')".
var inPlace = regexp.MustCompile(`^([a-z][a-z0-9-]*): +`)

// Eval evaluates a read-only Lua expression in a battle. One that begins
// with "MOD: " is evaluated as that mod: with its settings and its
// memory.
func (m *Mods[B]) Eval(b engine.Battle, source string) (string, error) {
	battle, ok := b.(B)
	if !ok {
		return "", fmt.Errorf("a battle of another game, %T, has no scripts of this one", b)
	}
	if m.program == nil {
		program, err := scripting.Compile(m.tables.Binding(), nil)
		if err != nil {
			return "", err
		}
		m.program = program
	}
	mod := ""
	if found := inPlace.FindStringSubmatch(source); found != nil {
		mod, source = found[1], source[len(found[0]):]
		if m.infos[mod] == nil {
			return "", &engine.Unknown{What: "mod", Word: mod, Known: slices.Sorted(maps.Keys(m.infos))}
		}
	}
	h := m.HostOf(battle)
	h.pure++
	defer func() { h.pure-- }()
	defer h.machine.Resume(h.machine.Aside(h.question())) // it is a look
	return h.machine.Eval(mod, source)
}
