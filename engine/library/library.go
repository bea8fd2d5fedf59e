// Package library reads a game's data files, in TOML: what the game is made of
// (heroes has creatures, abilities and spells), its rules, scenarios and rulebook.
// Loading is strict: unknown keys, wrong types, numbers out of range, duplicate
// and unknown ids are all found, each with file, line and column, before anything
// is used.
//
//	available := library.Find(usersFolder, bundledFolder)
//	lib, err := library.LoadMods(system, library.Base(system, fsys), available, []string{"morale"}, nil)
//	scenario, err := lib.Scenario("golem-wall")
//	battle, err := lib.Game.NewBattle(scenario.Setup)
//
// A mod is a folder with a mod.toml ([Mod] lists its keys), TOML files and Lua
// scripts. A TOML file may hold entries of any section; which file says what
// is for people to decide. An entry's full id is mod:id; the short id is enough
// where it is unique, and in the texts of the mod that has it. [Reference] returns
// the reference of all keys.
//
// Mods name what they change: [patch.creature.ID] with replace, set, add, append and
// remove, [patch.creature."*"] with where, which reaches all entries that fit, and
// [rules]. The order of loading depends only on the set of mods: the
// base game first, a mod after those that it requires or knows, then by priority,
// lower first, then by id. For each mod in turn all its sets are done, then what it
// adds, appends, removes. The settings of the player come last: [LoadMods] takes
// values for what mods declare as settings, and for any key of [rules], which is a
// setting of the base game. [Library.Warnings] lists where two mods set one value,
// and [Library.Why] says where a value comes from.
//
// The library knows no game. A [Format] is one: it names the sections, and for each
// a struct whose tags describe the keys. The life of a value: it is read from a file
// and decoded into the struct of its entry. Mods patch it there, and the library
// records which mod did, and where. Then [Format.Build] walks the [Entries], looks up
// the ids that they name ([Refer]), and sets what each is built to. It reports a
// problem at the steps of the value, which leads to the file that set it last. From
// then on [Built] and [All] return what was built, and battles know nothing of files.
package library

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"houserule/engine"
	"houserule/engine/library/files"
	"houserule/engine/library/strict"
	"houserule/engine/players"
)

// A Library is a game's checked data. It does not change after the first battle
// begins; before, the installation of scripts sets Streams, Players and warnings.
type Library struct {
	Format    Format
	Mod       Mod       // the base game
	Mods      []ModInfo // all that are loaded, the base game first, in the order of loading
	Game      engine.Game
	Streams   []string         // of dice: the scripts', by their number
	Players   []players.Player // the system's, then those of scripts
	Scenarios []*Scenario
	Rulebook  []*Paragraph
	index     *register
	warnings  strict.Problems
	sources   map[any]string // where an entry stands: file:line
}

// A ModInfo is a mod that is loaded.
type ModInfo struct {
	Mod      Mod
	Folder   Folder
	Needed   bool      // it is not enabled itself: another mod requires it
	Settings []Setting // in the order of mod.toml; then, of the base game, the rules that are set
	Scripts  []Script  // main.lua, then those that entries name
	Test     *Script   // test.lua, or nil
	from     *modData
}

// Knows reports whether the mod requires another or names it in optional, itself
// or through others. Every mod knows the base game.
func (m *ModInfo) Knows(other *ModInfo) bool {
	return m.from != nil && other.from != nil && (other.from.isBase || m.from.isAwareOf(other.from))
}

// A Script is a Lua file of a mod. The library does not run it.
type Script struct {
	File        string // what problems call it
	Text        string
	Section, ID string // of the entry that it belongs to; both "": the mod
}

// Of returns the id of the entry that the script belongs to, if that is of the
// section, else "".
func (s Script) Of(section string) string {
	if s.Section != section {
		return ""
	}
	return s.ID
}

// A Scenario is a battle to play.
type Scenario struct {
	ID, Name, Text string
	Setup          engine.Setup
	Seed           uint64 // the dice that it wants; 0: any
	Lessons        []Lesson
}

// A Lesson is what a scenario teaches when On is first the topic: a word for
// what is asked or what can be done, as in "act", "retaliate", "round 2".
type Lesson struct{ On, Text string }

// A Paragraph is a rule of the rulebook.
type Paragraph struct {
	ID, Title, Text, Ruling string
	Switches                []Switch
}

// A Switch is a key of the rules file and what it is set to.
type Switch struct {
	Key, Doc string
	Value    any
}

// Load reads the named files, and the named folder with all that is in it,
// as one mod: the base game, or data for a test. The error is a
// [strict.Problems] when the data is at fault.
func Load(system Format, fsys fs.FS, names ...string) (*Library, error) {
	l, f := newLoader(system), Folder{FS: fsys}
	for _, name := range names {
		if strings.HasSuffix(name, ".toml") {
			f.Also = append(f.Also, name)
		} else {
			f.Dir, f.Where = name, name
		}
	}
	m := l.readFiles(f)
	if m.isBase = true; len(m.files)+len(l.problems) == 0 {
		return nil, fmt.Errorf("%s: no TOML files there", f.Where)
	}
	l.mods = []*modData{m}
	l.index.modByID[m.id()] = m
	l.checkGames(nil)
	return l.load(nil)
}

// A Refusal is the error of data that is at fault: its problems, and what could be
// read of the mods, so that their scripts can be checked all the same.
type Refusal struct {
	Problems strict.Problems
	Mods     []ModInfo // those for the game that have all they require, without its base
}

// Error returns that of the problems.
func (r *Refusal) Error() string { return r.Problems.Error() }

// Unwrap returns the problems.
func (r *Refusal) Unwrap() error { return r.Problems }

func (l *loader) refusal() *Refusal {
	r := &Refusal{Problems: l.problems}
	for i, m := range l.mods {
		if !m.isBase && !m.isForeign && !m.isLacking {
			r.Mods = append(r.Mods, l.lib.Mods[i])
		}
	}
	return r
}

// LoadMods reads the base game, the enabled mods and the available mods that they
// require. If two available mods have one id, the first counts. Settings are the
// player's values, by mod and name: see [ParseSetting]. The error is an Unknown of
// package engine for an enabled mod that is not available, and a [Refusal], which
// wraps a [strict.Problems], for all else, such as a mod of another game. The base
// game is always base, whatever mod of its id is available.
func LoadMods(system Format, base Folder, available []Found, enabled []string, settings map[string]map[string]string) (*Library, error) {
	l := newLoader(system)
	if err := l.gather(base, available, enabled); err != nil {
		return nil, err
	}
	l.checkGames(available)
	l.checkRelations()
	l.order()
	return l.load(settings)
}

// sections returns what a file may hold.
func (l *loader) sections() []string {
	names := l.index.sectionNames()
	if l.index.hasRules() {
		names = append(names, rulesSection)
	}
	return append(names, patchSection)
}

// loader is a Library in the making.
type loader struct {
	lib      *Library
	index    *register
	mods     []*modData // in the order of loading
	docs     []*strict.Doc
	problems strict.Problems
	syntax   strict.Problems // of files that are no TOML
	ruleSets []ruleSet
	patches  []pendingPatch
}

// ruleSet is [rules] of one file.
type ruleSet struct {
	mod   *modData
	doc   *strict.Doc
	path  strict.Path
	value reflect.Value
}

func newLoader(system Format) *loader {
	x := newRegister(system)
	return &loader{index: x, lib: &Library{Format: system, Players: slices.Clone(system.Players()), index: x, sources: map[any]string{}}}
}

// load makes the library of the mods, which are in order.
func (l *loader) load(settings map[string]map[string]string) (*Library, error) {
	l.index.mods = l.mods
	l.declare()
	for _, m := range l.mods {
		if m.isForeign || m.isLacking {
			continue // it is meant for another game, or for a mod without which it cannot be judged
		}
		for _, f := range m.files {
			switch {
			case path.Base(f.name) == modFile && f.name != modFile:
				l.problems = append(l.problems, strict.Problem{File: f.where, Text: "a mod within a mod: put its folder beside the other's"})
			case f.name == modFile || path.Ext(f.name) != ".toml":
			default:
				l.read(m, f)
			}
		}
	}
	for _, s := range l.index.sections {
		s.nameAll()
		l.warnOfDoubles(s)
	}
	l.aim()
	l.apply()
	if l.syntax == nil {
		l.setSettings(settings)
		l.build()
	}
	for _, s := range l.index.sections {
		for _, r := range s.records {
			l.problems = append(l.problems, r.ofSettings...)
		}
	}
	l.scripts()
	if l.syntax != nil { // what cannot be read is missed elsewhere, which is no mistake
		l.problems = append(l.problems, l.syntax...)
	} else {
		for _, doc := range l.docs {
			l.problems = append(l.problems, doc.Problems()...)
		}
		for _, m := range l.mods {
			if m.batch.Dropped() {
				l.problems = append(l.problems, strict.Problem{File: m.folder.Where, Text: fmt.Sprintf("the data has more than %d mistakes: %[1]d of them are listed", files.MaxProblems)})
			}
		}
	}
	l.problems.Sort()
	if len(l.problems) > 0 {
		return nil, l.refusal()
	}
	l.lib.warnings.Sort()
	for _, m := range l.mods {
		m.files = nil
	}
	l.lib.Mod = l.lib.Mods[0].Mod
	return l.lib, nil
}

// declare gives the register what the mods declare for data.
func (l *loader) declare() {
	var all []Own
	for _, m := range l.mods {
		all = append(all, m.header.own)
		m.batch.Words = l.index.words
	}
	l.index.declare(all, func(o Own, path strict.Path, format string, args ...any) { o.doc.Reportf(path, format, args...) })
}

// read reads a TOML file of a mod.
func (l *loader) read(m *modData, f file) {
	doc, err := m.batch.Parse(f.where, f.text)
	if err != nil {
		l.syntax = append(l.syntax, err.(strict.Problems)...)
		m.isUnread = true
		return
	}
	l.docs = append(l.docs, doc)
	doc.ReportUnknownSections(l.sections()...)
	for _, s := range l.index.sections {
		for _, e := range doc.Entries(s.name) {
			l.record(m, s, doc, e)
		}
	}
	l.readPatches(m, doc)
	if l.index.hasRules() && slices.Contains(doc.Sections(), rulesSection) {
		r := ruleSet{m, doc, strict.Path{rulesSection}, reflect.New(l.index.rules.section.shape)}
		doc.DecodePart(r.path, r.value.Interface())
		r.value = r.value.Elem()
		l.ruleSets = append(l.ruleSets, r)
	}
}

// record decodes an entry.
func (l *loader) record(m *modData, s *section, doc *strict.Doc, e strict.Entry) {
	r := &record{
		section: s, mod: m, doc: doc, path: e.Path, id: e.ID,
		value: s.newEntry(), history: map[string]*history{},
	}
	if before := s.add(r); before != nil {
		doc.Reportf(e.Path, "%s %q stands twice: it is already in %s", s.name, e.ID, before.place())
		return
	}
	switch mod, id, ok := strings.Cut(e.ID, ":"); {
	case ok && engine.ModNaming.Takes(mod) && engine.EntryNaming.Takes(id):
		doc.Reportf(e.Path, "%s %q: a new one has a short id, and that of another mod is changed by [patch.%s.%q]", s.name, e.ID, s.name, e.ID)
	default:
		if err := engine.EntryNaming.Check(s.name, e.ID); err != nil {
			doc.Reportf(e.Path, "%v", err)
		}
	}
	doc.Decode(e.Path, r.value)
}

// warnOfDoubles tells of new entries that make a short id ambiguous.
func (l *loader) warnOfDoubles(s *section) {
	for _, id := range slices.Sorted(maps.Keys(s.byShort)) {
		all := s.byShort[id]
		for _, r := range all[1:] {
			first := all[0]
			l.warnf(r.origin(), "%s %q has the id of %s in %s, so that both need their full ids; to change that one write [patch.%s.%q]",
				s.name, id, first.full(), first.place(), s.name, first.full())
		}
	}
}

// Warnings returns what is no mistake and worth a look: two mods that set one
// value, ids that became ambiguous, what was appended or removed before.
func (l *Library) Warnings() strict.Problems { return slices.Clone(l.warnings) }

// Warn adds to the warnings what others than the library have found: whoever
// reads the mods' scripts.
func (l *Library) Warn(warnings ...strict.Problem) { l.warnings = append(l.warnings, warnings...) }

// Explained is an error in the words of [Explain], which are looked for when it is
// written: a problem that is not kept takes no time.
type Explained struct{ Err error }

func (e Explained) String() string { return Explain(e.Err) }

// Explain puts an error into words; an unknown word gets the nearest known word, or
// the known words that contain it.
func Explain(err error) string {
	text := engine.Brief(err.Error())
	u := unknown(err)
	if u == nil {
		return text
	}
	near := []string{strict.Suggest(u.Word, u.Known)}
	if near[0] == "" {
		near = strict.SuggestParts(u.Word, u.Known)
	}
	switch len(near) {
	case 0:
		return text
	case 1:
		return text + fmt.Sprintf(": did you mean %q?", near[0])
	}
	return text + ": did you mean one of " + strings.Join(near, ", ") + "?"
}

// Text returns the value as a rules file writes it.
func (s Switch) Text() string {
	if text, ok := s.Value.(string); ok {
		return strconv.Quote(text)
	}
	return fmt.Sprint(s.Value)
}
