// Package luagame plays games that are written wholly in Lua: a mod whose id is
// its own game, with a main.lua that declares game{...} (mods/risk is the model,
// and its README the manual for authors). To the rest of the program such a game
// is equal to one in Go: it has exact odds, simulations, players that look
// ahead, undo, journals, settings that can be swept, and a test.lua.
//
//	s := luagame.New(found) // a library.Format and a modhost.API
//	lib, err := library.LoadMods(s, s.Folder(), available, enabled, settings)
//	scripts, err := s.Install(lib, modhost.Stop)
//	b, err := lib.Game.NewBattle(lib.Scenarios[0].Setup)
//
// # One step
//
// Lua holds no state of a battle. All that the script knows is in the battle's memory
// ([engine.Memory]: battle:remember and side:remember), which is copied, compared and
// saved without the script. One step of a [Battle] goes:
//
//  1. The script's turn function reads the memory, and asks a side with battle:ask,
//     or asks none. It may change nothing, so that it can be called any number of
//     times, in copies, too.
//  2. The side answers at the table: [engine.Table.Choose].
//  3. The script's play function, or chance if no side was asked, plays the answer:
//     it rolls the table's dice, remembers, reports, and names the winner.
//
// A journal has the answers and dice of the steps. Between two steps the battle
// is copied and compared, which is all that exact odds and players who look ahead
// need; where steps are small, more ways lead to the same state and the odds come
// sooner.
//
// # Rounds
//
// battle:next_round begins a round. Within a round no state of a battle occurs twice:
// that makes exact odds of endless games possible. A game declares its number of
// rounds; after the last one the battle is a draw.
package luagame

import (
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"strings"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/strict"
	"houserule/scripting/modhost"
)

// Format is the rule system that a mod brings. It describes the data of the game, and its
// scripts. [New] makes it.
type Format struct {
	library.Plain // a game in Lua has no rules to set, only settings of its mod
	modhost.API
	id     string
	folder library.Folder
	own    library.Own
	keys   []key // of the setup, if the script has been read
}

var _ library.Format = Format{}

// Brings reports whether a mod brings a game: the mod's id is its own game, and it has
// a main.lua.
func Brings(mod library.Found) bool {
	if mod.Err != nil || mod.Mod.ID != mod.Mod.Game {
		return false
	}
	_, err := fs.Stat(mod.Folder.FS, path.Join(mod.Folder.Dir, "main.lua"))
	return err == nil
}

// New returns the rule system of a mod that [Brings] one.
func New(mod library.Found) Format {
	s := Format{id: mod.Mod.ID, folder: mod.Folder, own: mod.Own}
	s.API = modhost.NewAPI(func(lib *library.Library) *modhost.Tables[*Battle] { return tables(s, lib) }, func(*library.Library, *mods) {})
	return s
}

// Folder returns the game's own folder, for [library.LoadMods].
func (s Format) Folder() library.Folder { return s.folder }

// Own returns the fields, words and sections that the game declares.
func (s Format) Own() library.Own { return s.own }

// Name returns the mod's id.
func (s Format) Name() string { return s.id }

// scenarioEntry is [scenario.ID].
type scenarioEntry struct {
	Name    string         `toml:"name" required:"true" doc:"its title"`
	Text    string         `toml:"text" lines:"true" required:"true" doc:"what it is about, in a sentence or two"`
	Setup   map[string]any `toml:"setup" doc:"values of the keys that the script declares, each a key{...}; absent: its default"`
	Seed    int            `toml:"seed" range:"1..1000000000" doc:"the seed at the prompt; absent: any"`
	Lessons []lessonEntry  `toml:"lesson" doc:"its lessons, at most one for each question, each once, in the order of the file"`
}

// lessonEntry is a lesson of a scenario.
type lessonEntry struct {
	On   string `toml:"on" required:"true" doc:"when: start, the first word of an option that is offered, \"round 2\", end"`
	Seat string `toml:"seat" doc:"the seat that it is for, for example \"attacker\"; absent: every seat"`
	Text string `toml:"text" lines:"true" required:"true" doc:"the text of the lesson; what a reader can do stands in braces, a command as in {undo} and an answer as in {answer: roll 3}: the prompt shows how it is typed, the page a button"`
}

// Scenario returns the keys of scenarios. The script declares those of their setup, which
// the struct has after [Format.Declaring].
func (s Format) Scenario() any {
	if s.keys == nil {
		return scenarioEntry{}
	}
	var fields, setup []reflect.StructField
	for i := range s.keys {
		k := &s.keys[i]
		setup = append(setup, reflect.StructField{Name: fmt.Sprintf("Key%d", i), Type: k.goType(), Tag: k.tag()})
	}
	for f := range reflect.TypeFor[scenarioEntry]().Fields() {
		if f.Type.Kind() == reflect.Map {
			f.Type = reflect.StructOf(setup)
		}
		fields = append(fields, f)
	}
	return reflect.Zero(reflect.StructOf(fields)).Interface()
}

// Declaring returns the format with the keys of the setup that the script of a loaded
// library declares, for schemas and references. Libraries are not loaded with it.
func (s Format) Declaring(lib *library.Library) Format {
	s.keys = lib.Game.(*Game).keys
	return s
}

func (k *key) goType() reflect.Type {
	switch k.usual.Kind {
	case engine.Number:
		return reflect.TypeFor[int]()
	case engine.Truth:
		return reflect.TypeFor[bool]()
	}
	return reflect.TypeFor[string]()
}

// tag returns the tags for package strict.
func (k *key) tag() reflect.StructTag {
	tag := fmt.Sprintf("toml:%q doc:%q", k.name, k.text+"; absent: "+quoted(k.usual))
	if k.usual.Kind == engine.Number {
		tag += fmt.Sprintf(" range:%q", number(k.least)+".."+number(k.most))
	}
	if k.oneOf != nil && k.section == "" {
		tag += fmt.Sprintf(" oneof:%q", strings.Join(k.oneOf, "|"))
	}
	return reflect.StructTag(tag)
}

// Build makes a game without rules: Install adds them.
func (s Format) Build(b *library.Build) engine.Game {
	g := &Game{id: s.id}
	for _, e := range library.Entries[scenarioEntry](b, library.ScenarioSection) {
		scenario := &library.Scenario{ID: e.ID, Name: e.Keys.Name, Text: e.Keys.Text, Seed: uint64(e.Keys.Seed)}
		for _, lesson := range e.Keys.Lessons {
			scenario.Lessons = append(scenario.Lessons, library.Lesson(lesson))
		}
		scenario.Setup = &Setup{game: g}
		e.Set(scenario)
		g.scenarios = append(g.scenarios, pending{e, scenario.Setup.(*Setup)})
	}
	return g
}

// ReadSetup reads the keys that the script declares.
func (s Format) ReadSetup(l *library.Library, h engine.Header) (engine.Setup, error) {
	return l.Game.(*Game).readSetup(h)
}

// Install compiles the scripts and makes them the rules of the library's game.
func (s Format) Install(lib *library.Library, policy modhost.Policy) (modhost.Scripts, error) {
	m, err := s.API.Install(lib, policy)
	if err == nil && m.Program() == nil {
		return nil, strict.Problems{{File: s.folder.Where, Text: "the game has no main.lua: that holds its rules"}}
	}
	return m, err
}
