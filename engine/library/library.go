// Package library reads a game's data files, in TOML: its entries (heroes has creatures,
// abilities and spells), rules, scenarios and rulebook. Loading is strict: it finds all
// unknown keys, wrong types, numbers out of range, duplicate and unknown ids, each with
// file, line and column, before any data is used.
//
//	available := library.Find(usersFolder, bundledFolder)
//	lib, err := library.LoadMods(system, library.Base(system, fsys), available, []string{"morale"}, nil)
//	scenario, err := lib.Scenario("golem-wall")
//	battle, err := lib.Game.NewBattle(scenario.Setup)
//
// A mod is a folder with a mod.toml ([Mod] lists its keys), TOML files and Lua scripts. A
// TOML file may hold entries of any section. An entry's full id is mod:id. The short id is
// enough if it is unique, and in the texts of the entry's own mod. [Reference] returns the
// reference of all keys.
//
// Mods name what they change: [patch.creature.ID] with replace, set, add, append and
// remove; [patch.creature."*"] with where, for all entries that meet the conditions; and
// [rules]. The order of loading depends only on the set of mods: the base game first, a mod
// after those that it requires or knows, then by priority, lower first, then by id. For
// each mod in turn all its sets are done, then what it adds, appends, removes. The settings
// of the player come last: [LoadMods] takes values for the settings that mods declare, and
// for any key of [rules], which is a setting of the base game. [Library.Warnings] lists the
// values that two mods set, and [Library.Why] says where a value comes from.
//
// The library knows no game. A [Format] describes one: it names the sections, and for each
// a struct whose tags describe the keys. The life of a value: the library reads it from a
// file and decodes it into the struct of its entry. Mods patch it there, and the library
// records which mod did, and where. Then [Format.Build] goes through the [Entries], looks
// up the ids that they name ([Refer]), and sets the value built from each. It reports a
// problem at the steps of the value, which leads to the file that set it last. From then on
// [Built] and [All] return the built values, and battles know nothing of files.
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

// A Library is a game's checked data. It does not change after the first battle begins.
// Before that, the installation of scripts sets Streams, Players and warnings.
type Library struct {
	Format    Format
	Mod       Mod       // the base game
	Mods      []ModInfo // all loaded mods, the base game first, in the order of loading
	Game      engine.Game
	Streams   []string         // the scripts' streams of dice, by number
	Players   []players.Player // the system's, followed by those of scripts
	Scenarios []*Scenario
	Rulebook  []*Paragraph
	index     *register
	warnings  strict.Problems
	sources   map[any]string // the place of each built value's entry, as file:line
}

// A ModInfo is a loaded mod.
type ModInfo struct {
	Mod      Mod
	Folder   Folder
	Needed   bool      // it is not enabled itself, but another mod requires it
	Settings []Setting // in the order of mod.toml; the base game's are the rules that are set
	Scripts  []Script  // main.lua, followed by those that entries name
	Test     *Script   // test.lua, or nil
	from     *modData
}

// Knows reports whether the mod requires another or names it in optional, directly or
// through other mods. Every mod knows the base game.
func (m *ModInfo) Knows(other *ModInfo) bool {
	return m.from != nil && other.from != nil && (other.from.isBase || m.from.isAwareOf(other.from))
}

// A Script is a Lua file of a mod. The library does not run it.
type Script struct {
	File        string // name in problems
	Text        string
	Section, ID string // the entry that the script belongs to; both "": the mod
}

// Of returns the id of the entry that the script belongs to, if it is of the section,
// otherwise "".
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
	Seed           uint64 // seed of its dice; 0: any
	Lessons        []Lesson
}

// A Lesson is a text to show to a seat when On is the topic for the first time.
type Lesson struct {
	On   string // a word for a question or an action: "act", "retaliate", "round 2"
	Seat string // the name of the seat; "": every seat
	Text string // acts in it stand in braces: "{undo}", "{answer: attack d1}"
}

// A Paragraph is a rule of the rulebook.
type Paragraph struct {
	ID, Title, Text, Ruling string
	Switches                []Switch
}

// A Switch is a key of the rules file with its value.
type Switch struct {
	Key, Doc string
	Value    any
}

// Load reads the named files, and all files in the named folder, as one mod: the base game,
// or data for a test. The error is a [strict.Problems] if the data has mistakes.
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

// A Refusal is the error of data with mistakes: its problems, and what could be read of the
// mods, so that their scripts can be checked all the same.
type Refusal struct {
	Problems strict.Problems
	Mods     []ModInfo // mods for the game that have all they require, without its base
}

// Error returns the problems, one a line.
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

// LoadMods reads the base game, the enabled mods and the available mods that they require.
// If two available mods have one id, the first counts. Settings are the player's values, by
// mod and name: see [ParseSetting]. For an enabled mod that is not available the error is
// an Unknown of package engine. For everything else, such as a mod of another game, it is a
// [Refusal], which wraps a [strict.Problems]. The base game is always base, even if an
// available mod has its id.
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

// sections returns the names of the sections that a file may have.
func (l *loader) sections() []string {
	names := l.index.sectionNames()
	if l.index.hasRules() {
		names = append(names, rulesSection)
	}
	return append(names, patchSection)
}

// A loader is a Library under construction.
type loader struct {
	lib      *Library
	index    *register
	mods     []*modData // in the order of loading
	docs     []*strict.Doc
	problems strict.Problems
	syntax   strict.Problems // problems of files that are not TOML
	ruleSets []ruleSet
	patches  []pendingPatch
}

// A ruleSet is the [rules] of one file.
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

// load makes the library from the mods, which are in order.
func (l *loader) load(settings map[string]map[string]string) (*Library, error) {
	l.index.mods = l.mods
	l.declare()
	for _, m := range l.mods {
		if m.isForeign || m.isLacking {
			continue // it has nothing for this game, or cannot be judged without another mod
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
	if l.syntax != nil { // problems elsewhere may come from missing entries in those files
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

// declare passes the mods' declarations for data to the register.
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
	known := l.sections()
	for _, section := range doc.Sections() {
		if slices.Contains(headerKeys, section) && !slices.Contains(known, section) {
			doc.Reportf(strict.Path{section}, "%q is part of mod.toml: write it there", section)
		}
	}
	doc.ReportUnknownSections(known...)
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
	others := s.byShort[e.ID]
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
	if len(others) > 0 && !s.isWhole(doc.Keys(e.Path)) {
		doc.Reportf(e.Path, "%s %q is already in %s: to change it, write [patch.%s.%s.set]; a new one needs another id", s.name, e.ID, others[0].place(), s.name, e.ID)
		doc.DecodePart(e.Path, r.value)
		return
	}
	doc.Decode(e.Path, r.value)
}

// isWhole reports whether keys hold all that an entry must have.
func (s *section) isWhole(keys []string) bool {
	return !slices.ContainsFunc(s.fields(), func(f strict.Field) bool { return f.Required && !slices.Contains(keys, f.Key) })
}

// warnOfDoubles warns of new entries that make a short id ambiguous.
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

// Warnings returns what is not wrong but deserves a look: values that two mods set, ids
// that have become ambiguous, and items that were appended or removed before.
func (l *Library) Warnings() strict.Problems { return slices.Clone(l.warnings) }

// Warn adds warnings from outside the library, such as those about scripts.
func (l *Library) Warn(warnings ...strict.Problem) { l.warnings = append(l.warnings, warnings...) }

// An Explained is an error in the words of [Explain], which takes effect only when the
// message is written: a problem that is not kept takes no time.
type Explained struct{ Err error }

func (e Explained) String() string { return Explain(e.Err) }

// Explain returns an error in words. For an unknown word it adds the nearest known word, or
// the known words that contain it.
func Explain(err error) string {
	text := engine.Brief(err.Error())
	u := unknown(err)
	if u == nil {
		return text
	}
	switch near := near(u); len(near) {
	case 0:
		return text
	case 1:
		return text + fmt.Sprintf(": did you mean %q?", near[0])
	default:
		return text + ": did you mean one of " + strings.Join(near, ", ") + "?"
	}
}

// near returns the nearest known word, or the known words that contain the unknown one.
func near(u *engine.Unknown) []string {
	if word := strict.Suggest(u.Word, u.Known); word != "" {
		return []string{word}
	}
	return strict.SuggestParts(u.Word, u.Known)
}

// Unlisted returns what the unknown word of an error was to name, such as "creature". It
// returns "" if there is none, if it was to name no entry of data files and no mod, or if
// the error in the words of [Explain] names known words.
func Unlisted(err error) (what string) {
	if u := unknown(err); u != nil && u.Entry && !u.Lists() && len(near(u)) == 0 {
		what = u.What
	}
	return what
}

// Text returns the value in the form of a rules file.
func (s Switch) Text() string {
	if text, ok := s.Value.(string); ok {
		return strconv.Quote(text)
	}
	return fmt.Sprint(s.Value)
}
