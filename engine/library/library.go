// Package library reads a game's data files: creatures, abilities, spells,
// rules, scenarios and the rulebook, in TOML. Loading is strict: unknown
// keys, wrong types, numbers out of range, duplicate and unknown ids are all
// found, each with file, line and column, before anything is used.
//
//	lib, err := library.Load(fsys, "creatures.toml", "mods/heroes")
//	scenario, err := lib.Scenario("golem-wall")
//	battle, err := heroes.NewBattle(lib.Game, scenario.Setup)
//
// A file may hold entries of any section; which file says what is for people
// to decide.
package library

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library/strict"
)

// A Library is a game's data, checked.
type Library struct {
	Mod       Mod
	Game      *heroes.Game
	Abilities []*heroes.Ability
	Scenarios []*Scenario
	Rulebook  []*Paragraph
	facts     map[string][]string // creatures' keys that the rulebook gives
	sources   map[any]string      // where an entry stands: file:line
	texts     map[string]string   // creatures' flavour
}

// A Mod is what a folder of data says of itself (mod.toml).
type Mod struct {
	ID      string   `toml:"id" required:"true" doc:"a word, the same in every version"`
	Version string   `toml:"version" required:"true" doc:"its version, as in 1.2.3"`
	Title   string   `toml:"title" required:"true" doc:"what people call it"`
	Authors []string `toml:"authors" doc:"who made it"`
	Game    string   `toml:"game" required:"true" oneof:"heroes" doc:"the rule system that it is for"`
	Text    string   `toml:"text" doc:"what it brings, in a sentence or two"`
	Hash    string   // of all that was loaded, in hexadecimal
}

// A Scenario is a battle to play.
type Scenario struct {
	ID, Name, Text string
	Setup          heroes.Setup
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

// Load reads the named files, and all TOML files of the named folders. The
// error is a [strict.Problems] when the data is at fault.
func Load(fsys fs.FS, names ...string) (*Library, error) {
	l := &loader{
		lib:  &Library{facts: map[string][]string{}, sources: map[any]string{}, texts: map[string]string{}},
		seen: map[string]string{},
	}
	hash := sha256.New()
	for _, name := range names {
		files := []string{name}
		if !strings.HasSuffix(name, ".toml") {
			var err error
			if files, err = fs.Glob(fsys, path.Join(name, "*.toml")); err != nil {
				return nil, err
			}
			if len(files) == 0 {
				return nil, fmt.Errorf("%s: no TOML files there", name)
			}
		}
		for _, file := range files {
			src, err := fs.ReadFile(fsys, file)
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(hash, "%s %d\n%s", file, len(src), src)
			l.read(file, src)
		}
	}
	l.lib.Mod.Hash = fmt.Sprintf("%x", hash.Sum(nil))
	if err := l.build(); err != nil {
		return nil, err
	}
	return l.lib, nil
}

// sections are what a file may hold.
var sections = []string{"creature", "ability", "spell", "scenario", "rule", "rules"}

// loader is a Library in the making.
type loader struct {
	lib      *Library
	docs     []*strict.Doc
	problems strict.Problems
	seen     map[string]string // section and id, to where

	rules     heroes.Rules
	creatures []entry[creatureEntry]
	abilities []entry[abilityEntry]
	spells    []entry[spellEntry]
	scenarios []entry[scenarioEntry]
	rulebook  []entry[paragraphEntry]
}

// entry is one table [section.ID] and where it stands.
type entry[T any] struct {
	doc  *strict.Doc
	path strict.Path
	id   string
	T    T
}

func (e entry[T]) reportf(steps []any, format string, args ...any) {
	e.doc.Reportf(e.path.With(steps...), format, args...)
}

func (l *loader) read(file string, src []byte) {
	doc, err := strict.Parse(file, src)
	if err != nil {
		if ps, ok := err.(strict.Problems); ok {
			l.problems = append(l.problems, ps...)
		}
		return
	}
	l.docs = append(l.docs, doc)
	if path.Base(file) == "mod.toml" {
		doc.Decode(strict.Path{}, &l.lib.Mod)
		return
	}
	doc.ReportUnknownSections(sections...)
	l.creatures = collect(l, doc, "creature", l.creatures)
	l.abilities = collect(l, doc, "ability", l.abilities)
	l.spells = collect(l, doc, "spell", l.spells)
	l.scenarios = collect(l, doc, "scenario", l.scenarios)
	l.rulebook = collect(l, doc, "rule", l.rulebook)
	for _, section := range doc.Sections() {
		if section == "rules" {
			l.rules = heroes.DefaultRules()
			doc.Decode(strict.Path{"rules"}, &l.rules)
		}
	}
}

// collect decodes a file's entries of a section behind those of others.
func collect[T any](l *loader, doc *strict.Doc, section string, into []entry[T]) []entry[T] {
	for _, e := range doc.Entries(section) {
		one := entry[T]{doc: doc, path: e.Path, id: e.ID}
		key := section + " " + e.ID
		if before, ok := l.seen[key]; ok {
			doc.Reportf(e.Path, "%s %q stands twice: it is already in %s", section, e.ID, before)
			continue
		}
		if !isID(e.ID) {
			doc.Reportf(e.Path, "%s %q: an id is made of letters, digits, - and .", section, e.ID)
		}
		l.seen[key] = doc.Place(e.Path)
		doc.Decode(e.Path, &one.T)
		into = append(into, one)
	}
	return into
}

func isID(id string) bool {
	for _, r := range id {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '.' {
			return false
		}
	}
	return id != ""
}

// build makes the library of the entries, or reports all problems.
func (l *loader) build() error {
	if l.rules.Die == 0 {
		l.rules = heroes.DefaultRules()
	}
	abilities := map[string]*heroes.Ability{}
	for _, e := range l.abilities {
		abilities[e.id] = new(heroes.Ability)
	}
	for _, e := range l.abilities { // a condition may name any ability
		a := abilities[e.id]
		*a = *buildAbility(e, abilities)
		l.lib.Abilities = append(l.lib.Abilities, a)
		l.lib.sources[a] = e.doc.Place(e.path)
	}
	spells := map[string]*heroes.Spell{}
	var spellList []*heroes.Spell
	for _, e := range l.spells {
		s := buildSpell(e, abilities)
		spells[e.id] = s
		spellList = append(spellList, s)
		l.lib.sources[s] = e.doc.Place(e.path)
	}
	var creatureList []*heroes.Creature
	for _, e := range l.creatures {
		c := buildCreature(e, &l.rules, abilities, spells)
		creatureList = append(creatureList, c)
		l.lib.sources[c] = e.doc.Place(e.path)
		l.lib.facts[e.id], l.lib.texts[e.id] = e.T.Facts, e.T.Text
	}
	creature := func(id string) (*heroes.Creature, error) {
		return find("creature", id, creatureList, func(c *heroes.Creature) string { return c.ID })
	}
	for _, e := range l.scenarios {
		l.lib.Scenarios = append(l.lib.Scenarios, buildScenario(e, creature))
	}
	switches := switchesOf(l.rules)
	for _, e := range l.rulebook {
		l.lib.Rulebook = append(l.lib.Rulebook, buildParagraph(e, switches))
	}
	for _, doc := range l.docs {
		l.problems = append(l.problems, doc.Problems()...)
	}
	l.problems.Sort()
	if err := l.problems.Err(); err != nil {
		return err
	}
	l.lib.Game = heroes.NewGame(l.rules, creatureList, spellList)
	return nil
}

// Scenario returns the scenario of that id.
func (l *Library) Scenario(id string) (*Scenario, error) {
	return find("scenario", id, l.Scenarios, func(s *Scenario) string { return s.ID })
}

// Ability returns the ability of that id.
func (l *Library) Ability(id string) (*heroes.Ability, error) {
	return find("ability", id, l.Abilities, func(a *heroes.Ability) string { return a.ID })
}

// Spell returns the spell of that id.
func (l *Library) Spell(id string) (*heroes.Spell, error) {
	return find("spell", id, l.Game.Spells, func(s *heroes.Spell) string { return s.ID })
}

// Paragraph returns the rule of that number.
func (l *Library) Paragraph(id string) (*Paragraph, error) {
	return find("rule", strings.ToUpper(id), l.Rulebook, func(p *Paragraph) string { return p.ID })
}

func find[T any](what, id string, all []T, idOf func(T) string) (T, error) {
	ids := make([]string, len(all))
	for i, one := range all {
		if ids[i] = idOf(one); ids[i] == id {
			return one, nil
		}
	}
	var none T
	return none, &engine.Unknown{What: what, Word: id, Known: ids}
}

// Facts are the keys of a creature whose values the rulebook gives.
func (l *Library) Facts(c *heroes.Creature) []string { return l.facts[c.ID] }

// Flavour is a creature's line of text.
func (l *Library) Flavour(c *heroes.Creature) string { return l.texts[c.ID] }

// Source is where a creature, ability or spell stands, as file:line.
func (l *Library) Source(entry any) string { return l.sources[entry] }

// Explain puts an error into words; an unknown word gets the nearest known.
func Explain(err error) string {
	text := err.Error()
	if u := unknown(err); u != nil {
		if near := strict.Suggest(u.Word, u.Known); near != "" {
			text += fmt.Sprintf(": did you mean %q?", near)
		}
	}
	return text
}

// Text is the value as a rules file writes it.
func (s Switch) Text() string {
	if text, ok := s.Value.(string); ok {
		return strconv.Quote(text)
	}
	return fmt.Sprint(s.Value)
}
