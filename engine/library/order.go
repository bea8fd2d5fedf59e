package library

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/library/strict"
)

// A modData is a mod that is being loaded.
type modData struct {
	found     string // the id by which it was found, in case its mod.toml has none
	folder    Folder
	files     []file
	header    *header
	batch     strict.Batch // the batch of its TOML files
	scripts   int          // bytes of the scripts that entries name
	fighters  int          // number of fighters in its scenarios
	reached   int          // number of entries that its wide patches test
	hash      string
	isBase    bool
	isForeign bool    // it is a mod of another game
	isNeeded  bool    // it is not enabled itself, but another mod requires it
	isUnread  bool    // some of its data could not be read
	isLacking bool    // a mod that it requires, or that a mod known to it requires, is missing
	place     int     // index in the order of loading
	knows     big.Int // a bit for the place of each mod that it requires or names in optional, directly or through other mods
}

func (m *modData) id() string { return cmp.Or(m.header.entry.ID, m.found) }

// reportf reports a problem at a path of mod.toml.
func (m *modData) reportf(path strict.Path, format string, args ...any) {
	if m.header.doc != nil {
		m.header.doc.Reportf(path, format, args...)
	}
}

// skips reports whether an id names an entry of an optional mod that is not loaded.
func (l *loader) skips(from *modData, id string) bool {
	mod, _, ok := strings.Cut(id, ":")
	if from == nil { // the player named it
		return false
	}
	_, isOptional := from.header.entry.Optional[mod]
	return ok && isOptional && l.mod(mod) == nil
}

// explain explains the error of a mod's id. An unknown short id may be one of an optional mod
// that is not loaded.
func (l *loader) explain(from *modData, id string, err error) string {
	text := Explain(err)
	if from == nil || !isUnknown(err) || strings.Contains(id, ":") {
		return text
	}
	missing := slices.DeleteFunc(sortedKeys(from.header.entry.Optional), func(other string) bool { return l.mod(other) != nil })
	if len(missing) == 0 {
		return text
	}
	return fmt.Sprintf("%s; of an optional mod that is not loaded (%s) write the full id, as in %q", text, strings.Join(missing, ", "), missing[0]+":"+id)
}

// isAwareOf reports whether m requires another mod or names it in optional, directly or
// through other mods.
func (m *modData) isAwareOf(other *modData) bool { return m.knows.Bit(other.place) == 1 }

func (l *loader) mod(id string) *modData { return l.index.modByID[id] }

// readMod reads all files of a folder, which must have a mod.toml.
func (l *loader) readMod(id string, f Folder) *modData {
	before := len(l.problems)
	m := l.readFiles(f)
	if m.found = id; m.header.doc == nil && m.header.syntax == nil && len(l.problems) == before {
		l.problems = append(l.problems, strict.Problem{File: f.Where, Text: "the folder has no " + modFile})
	}
	return m
}

// readFiles reads all files of a folder, which may lack a mod.toml.
func (l *loader) readFiles(f Folder) *modData {
	m := &modData{folder: f, header: &header{}}
	r := f.read(reading{})
	m.files = r.files
	l.problems = append(l.problems, r.problems...)
	if i := slices.IndexFunc(m.files, func(f file) bool { return f.name == modFile }); i >= 0 {
		m.header = readHeader(m.files[i], &m.batch)
		l.syntax = append(l.syntax, m.header.syntax...)
	}
	if m.header.doc != nil {
		l.docs = append(l.docs, m.header.doc)
	}
	m.hash = hashOf(m.files)
	return m
}

// gather reads the base game, the enabled mods and all that they require.
func (l *loader) gather(base Folder, available []Found, enabled []string) error {
	l.mods = []*modData{l.readMod("", base)}
	l.mods[0].isBase = true
	baseID := l.mods[0].id()
	folders := map[string]Folder{}
	var known []string
	for _, f := range available {
		if _, ok := folders[f.Mod.ID]; !ok && f.Mod.ID != baseID {
			folders[f.Mod.ID] = f.Folder
			known = append(known, f.Mod.ID)
		}
	}
	slices.Sort(known)
	queue := slices.Compact(slices.Sorted(slices.Values(enabled)))
	isEnabled, isQueued := map[string]bool{}, map[string]bool{}
	for _, id := range queue {
		isEnabled[id], isQueued[id] = true, true
	}
	for i := 0; i < len(queue); i++ {
		id := queue[i]
		if id == baseID {
			continue
		}
		folder, ok := folders[id]
		if !ok {
			return &engine.Unknown{What: "mod", Word: id, Known: known}
		}
		m := l.readMod(id, folder)
		m.isNeeded = !isEnabled[id]
		l.mods = append(l.mods, m)
		for _, other := range sortedKeys(m.header.entry.Requires) {
			if _, ok := folders[other]; ok && !isQueued[other] {
				queue, isQueued[other] = append(queue, other), true
			} else if !ok && other != baseID && m.header.ranges[requires][other] != nil && engine.ModNaming.Takes(other) {
				m.isLacking = true
				remedy := "install it with houserule mod install FILE|FOLDER|URL, or name its folder, as in --mods PATH"
				if near := strict.Suggest(other, known); near != "" && near != id {
					remedy = fmt.Sprintf("did you mean %q?", near)
				}
				m.reportf(strict.Path{requires, other}, "%s requires %s %q, which is not there: %s", m.id(), other, m.header.entry.Requires[other], remedy)
			}
		}
	}
	slices.SortFunc(l.mods, func(a, b *modData) int { return cmp.Compare(a.id(), b.id()) })
	for _, m := range l.mods {
		l.index.modByID[m.id()] = m
	}
	return nil
}

// checkGames reports the mods of other games. The available mods show which games exist:
// each game has a base with its id.
func (l *loader) checkGames(available []Found) {
	this := l.lib.Format.Name()
	games := []string{this}
	for _, f := range available {
		if f.Mod.ID == f.Mod.Game && !slices.Contains(games, f.Mod.Game) {
			games = append(games, f.Mod.Game)
		}
	}
	slices.Sort(games)
	for _, m := range l.mods {
		game := m.header.entry.Game
		switch {
		case game == "" || game == this:
		case game == m.id() && len(m.header.problems()) > 0:
			m.isForeign = true // a game of its own, which its header keeps from being known
		case slices.Contains(games, game):
			m.isForeign = true
			m.reportf(strict.Path{"game"}, "game is %q: the mod is for that game, and this is %s", game, this)
		default:
			m.isForeign = true
			m.reportf(strict.Path{"game"}, "%s", strict.NotOneOf("game", game, games))
		}
	}
}

// checkRelations reports mods whose relations do not hold.
func (l *loader) checkRelations() {
	for _, m := range l.mods {
		for _, relation := range []string{requires, optional, conflicts} {
			for _, id := range sortedKeys(m.header.relations(relation)) {
				other, c := l.mod(id), m.header.ranges[relation][id]
				if other == nil || other == m || c == nil || other.header.version == nil {
					continue
				}
				at, text, has := strict.Path{relation, id}, m.header.relations(relation)[id], other.header.entry.Version
				switch fits := c.Check(other.header.version); {
				case relation == conflicts && fits:
					m.reportf(at, "%s conflicts with %s %q, and %s is %s: leave one of them out", m.id(), id, text, other.folder.Where, has)
				case relation == requires && !fits:
					m.reportf(at, "%s requires %s %q, but %s is %s: get a version of %s or of %s that fits", m.id(), id, text, other.folder.Where, has, id, m.id())
				case relation == optional && !fits:
					m.reportf(at, "%s works with %s %q only, but %s is %s: get another version, or leave one of them out", m.id(), id, text, other.folder.Where, has)
				}
			}
		}
	}
}

// needs returns the loaded mods that load before m, sorted by id.
func (l *loader) needs(m *modData) (found []*modData) {
	for _, relation := range []string{requires, optional} {
		for id := range m.header.relations(relation) {
			_, isRequired := m.header.entry.Requires[id]
			if other := l.mod(id); other != nil && other != m && (relation == requires || !isRequired) {
				found = append(found, other)
			}
		}
	}
	slices.SortFunc(found, func(a, b *modData) int { return cmp.Compare(a.id(), b.id()) })
	return found
}

// order sorts the mods into the order of loading, which depends only on the set of mods:
// the base game, then always the first mod by priority and id whose needs are loaded.
func (l *loader) order() {
	ranked := slices.Clone(l.mods) // sorted by id
	slices.SortStableFunc(ranked, func(a, b *modData) int {
		if a.isBase != b.isBase {
			return map[bool]int{true: -1, false: 1}[a.isBase]
		}
		return cmp.Compare(a.header.entry.Priority, b.header.entry.Priority)
	})
	needs := map[*modData][]*modData{}
	neededBy := map[*modData][]int{} // ranks
	waits := make([]int, len(ranked))
	var next []int // ranks of mods whose needs are all loaded, the least first
	push := func(rank int) {
		at, _ := slices.BinarySearch(next, rank)
		next = slices.Insert(next, at, rank)
	}
	for rank, m := range ranked {
		if !m.isBase {
			needs[m] = l.needs(m)
		}
		for _, n := range needs[m] {
			neededBy[n] = append(neededBy[n], rank)
		}
		if waits[rank] = len(needs[m]); waits[rank] == 0 {
			push(rank)
		}
	}
	var ordered []*modData
	isOrdered := map[*modData]bool{}
	for len(ordered) < len(ranked) {
		if len(next) == 0 {
			rest := slices.DeleteFunc(slices.Clone(ranked), func(m *modData) bool { return isOrdered[m] })
			for _, m := range l.reportCycle(rest, needs, isOrdered) {
				needs[m] = nil // the cycle is reported: continue
				push(slices.Index(ranked, m))
			}
		}
		m := ranked[next[0]]
		next = next[1:]
		m.place = len(ordered)
		for _, n := range needs[m] {
			m.knows.SetBit(m.knows.Or(&m.knows, &n.knows), n.place, 1)
			m.isLacking = m.isLacking || n.isLacking
		}
		ordered, isOrdered[m] = append(ordered, m), true
		for _, rank := range neededBy[m] {
			if waits[rank]--; waits[rank] == 0 && needs[ranked[rank]] != nil {
				push(rank)
			}
		}
	}
	l.mods = ordered
}

// reportCycle reports mods that need each other in a circle, the least id first. Each mod
// of rest has no place in the order yet, and needs another of them.
func (l *loader) reportCycle(rest []*modData, needs map[*modData][]*modData, isOrdered map[*modData]bool) []*modData {
	next := func(m *modData) *modData {
		for _, n := range needs[m] {
			if !isOrdered[n] {
				return n
			}
		}
		return nil
	}
	var circle []*modData
	m := slices.MinFunc(rest, func(a, b *modData) int { return cmp.Compare(a.id(), b.id()) })
	for !slices.Contains(circle, m) {
		circle = append(circle, m)
		m = next(m)
	}
	circle = circle[slices.Index(circle, m):]
	least := slices.MinFunc(circle, func(a, b *modData) int { return cmp.Compare(a.id(), b.id()) })
	first := slices.Index(circle, least)
	circle = append(slices.Clone(circle[first:]), circle[:first]...)
	var words []string
	var at strict.Path
	for i, m := range circle {
		other := circle[(i+1)%len(circle)].id()
		relation, word := requires, "requires"
		if _, ok := m.header.entry.Requires[other]; !ok {
			relation, word = optional, "has as optional"
		}
		if i == 0 {
			at = strict.Path{relation, other}
		}
		words = append(words, fmt.Sprintf("%s %s %s", m.id(), word, other))
	}
	circle[0].reportf(at, "%s: mods that need each other in a circle have no order: take one of these out", strings.Join(words, ", "))
	return circle
}
