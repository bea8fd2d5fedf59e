package library

import (
	"fmt"
	"maps"
	"slices"

	"github.com/Masterminds/semver/v3"

	"houserule/engine"
	"houserule/engine/library/strict"
)

// API is the version of the interface for mods in this program.
const API = 1

// A Mod is the content of a mod.toml.
type Mod struct {
	ID        string            `toml:"id" required:"true" doc:"a word, the same in every version: at most 64 lower-case letters, digits and -"`
	Version   string            `toml:"version" required:"true" doc:"its version, for example 1.2.3"`
	Title     string            `toml:"title" required:"true" doc:"its name"`
	Authors   []string          `toml:"authors" doc:"its author"`
	Game      string            `toml:"game" required:"true" doc:"the rule system that it is for"`
	API       int               `toml:"api" range:"1..1000000" doc:"the version of the interface for mods for which it is written; absent: 1"`
	Text      string            `toml:"text" lines:"true" doc:"a description, in a sentence or two"`
	Requires  map[string]string `toml:"requires" doc:"the mods that it needs, each with a range of versions: \">=1.0\", \"^1.2\" or \"*\"; they load before it"`
	Optional  map[string]string `toml:"optional" doc:"the mods that it knows, in the same form; if they are loaded, they load before it"`
	Conflicts map[string]string `toml:"conflicts" doc:"the mods that it cannot be loaded with, in the same form"`
	Priority  int               `toml:"priority" range:"-1000..1000" doc:"of mods that do not need each other, the one with the lower priority loads first, so that the higher one overrides it; absent: 0"`
	Hash      string            // hash of its data and scripts, in hexadecimal
}

// A headerEntry is the keys of a mod.toml.
type headerEntry struct {
	Mod
	Settings map[string]settingEntry `toml:"setting" doc:"settings that a player can change with --set MOD.NAME=VALUE: [setting.NAME]"`
	Sections map[string]sectionEntry `toml:"section" doc:"the mod's own kinds of entries: [section.NAME]. Their keys are fields. This and other mods write [NAME.ID], and scripts read the entries"`
	Words    map[string]wordEntry    `toml:"word" doc:"words that some keys accept in addition to the words of the game: [word.NAME]"`
	Fields   map[string]fieldEntry   `toml:"field" doc:"further keys of entries, which this and other mods set and scripts read: [field.NAME]"`
}

// headerKeys are the keys at the top of a mod.toml.
var headerKeys = func() (keys []string) {
	for _, f := range strict.Fields(headerEntry{}) {
		keys = append(keys, f.Key)
	}
	return keys
}()

// A header is a mod.toml after reading. Doc is nil if there is no file, or if it is not
// TOML.
type header struct {
	entry    headerEntry
	doc      *strict.Doc
	syntax   strict.Problems
	version  *semver.Version
	ranges   map[string]map[string]*semver.Constraints // by relation and id
	settings []Setting
	own      Own
}

// The relations of mods, by their keys in mod.toml.
const (
	requires  = "requires"
	optional  = "optional"
	conflicts = "conflicts"
)

// relations returns the mods that the header names, by relation.
func (h *header) relations(relation string) map[string]string {
	switch relation {
	case requires:
		return h.entry.Requires
	case optional:
		return h.entry.Optional
	}
	return h.entry.Conflicts
}

func (h *header) problems() strict.Problems {
	if h.doc == nil {
		return h.syntax
	}
	return h.doc.Problems()
}

func readHeader(f file, batch *strict.Batch) *header {
	h := &header{ranges: map[string]map[string]*semver.Constraints{}}
	doc, err := batch.Parse(f.where, f.text)
	if err != nil {
		h.syntax = err.(strict.Problems)
		return h
	}
	h.doc = doc
	for _, key := range doc.Sections() {
		value, _ := doc.Value(strict.Path{key})
		if _, isTable := value.(map[string]any); isTable && !slices.Contains(headerKeys, key) && strict.Suggest(key, headerKeys) == "" {
			doc.Reportf(strict.Path{key}, "mod.toml has no section %q: write data in another TOML file of the mod, as in data.toml", key)
		}
	}
	doc.Decode(strict.Path{}, &h.entry)
	if id := h.entry.ID; id != "" {
		if err := engine.ModNaming.Check("id is", id); err != nil {
			doc.Reportf(strict.Path{"id"}, "%v", err)
		}
	}
	if v := h.entry.Version; v != "" {
		if h.version, err = semver.StrictNewVersion(v); err != nil {
			doc.Reportf(strict.Path{"version"}, "version is %q: must be a version, as in 1.2.3", v)
		}
	}
	if h.entry.API == 0 {
		h.entry.API = 1
	}
	if n := h.entry.API; n > API {
		doc.Reportf(strict.Path{"api"}, "api is %d, but this program has %d: the mod needs a newer houserule", n, API)
	}
	named := map[string]string{} // the relation of each id
	for _, relation := range []string{requires, optional, conflicts} {
		h.ranges[relation] = map[string]*semver.Constraints{}
		for _, id := range slices.Sorted(maps.Keys(h.relations(relation))) {
			path := strict.Path{relation, id}
			before, twice := named[id]
			switch {
			case !engine.ModNaming.Takes(id):
				doc.Reportf(path, "%v", engine.ModNaming.Check(relation, id))
			case id == h.entry.ID:
				doc.Reportf(path, "the mod names itself in %s", relation)
			case twice:
				doc.Reportf(path, "%s stands in %s and in %s: it can be in one", id, before, relation)
			}
			named[id] = relation
			text := h.relations(relation)[id]
			c, err := semver.NewConstraint(text)
			if err != nil {
				doc.Reportf(path, "%s.%s is %q: must be a range of versions, as in \">=1.2\", \"^1.2\", \"1.0 - 2.0\" or \"*\"", relation, id, text)
				continue
			}
			c.IncludePrerelease = true
			h.ranges[relation][id] = c
		}
	}
	h.settings = readSettings(doc, h.entry.Settings)
	h.readOwn()
	return h
}

// String returns the mod with its version.
func (m Mod) String() string { return fmt.Sprintf("%s %s", m.ID, m.Version) }
