package games_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/games"
	"houserule/engine/library"
	"houserule/engine/library/strict"
)

// A breed is what the mutants of a game are made from.
type breed struct {
	games.Game
	base     library.Folder
	sections []library.Section
	entries  map[string]any   // tables of the shipped data, by section and id
	words    map[string][]any // the values of keys, by the last step of their paths
	files    []string         // of the base, that are TOML
	shipped  []library.Found  // mods that ship for it
}

// of are the shipped entries of a section, by id.
func (b *breed) of(section string) map[string]any { return b.entries[section].(map[string]any) }

// breeds are those of all games that ship with the program.
func breeds(t testing.TB) (all []*breed) {
	t.Helper()
	shipped := library.Find(bundled.Resolver().Bundled())
	for _, g := range bundled.Resolver().Games() {
		b := &breed{Game: g, base: g.Folder(), entries: map[string]any{}, words: map[string][]any{}}
		b.sections = slices.Concat(g.Data.Sections(), []library.Section{{Name: library.ScenarioSection, Keys: g.Data.Scenario()}})
		b.shipped = slices.DeleteFunc(slices.Clone(shipped), func(f library.Found) bool { return f.Mod.Game != g.Name() || f.Mod.ID == g.Name() })
		names, err := fs.Glob(b.base.FS, path.Join(b.base.Dir, "*.toml"))
		if err != nil || len(names) == 0 {
			t.Fatal(names, err)
		}
		b.files = slices.Concat(b.base.Also, names)
		for _, name := range b.files {
			var tables map[string]any
			text, err := fs.ReadFile(b.base.FS, name)
			if err != nil {
				t.Fatal(err)
			}
			if err := toml.Unmarshal(text, &tables); err != nil {
				t.Fatal(err)
			}
			for _, of := range b.sections {
				entries, _ := tables[of.Name].(map[string]any)
				maps.Copy(into(b.entries, of.Name), entries)
			}
		}
		for _, section := range b.sections {
			for _, id := range sortedKeys(b.of(section.Name)) {
				b.collect(section.Name, b.of(section.Name)[id])
			}
		}
		all = append(all, b)
	}
	return all
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// collect keeps the values of a table of the data.
func (b *breed) collect(key string, value any) {
	switch value := value.(type) {
	case map[string]any:
		for _, key := range sortedKeys(value) {
			b.collect(key, value[key])
		}
	case []map[string]any:
		for _, element := range value {
			b.collect(key, element)
		}
	}
	if len(b.words[key]) < 200 {
		b.words[key] = append(b.words[key], value)
	}
}

func (b *breed) header() []byte {
	return fmt.Appendf(nil, "id = \"mutant\"\nversion = \"1.0.0\"\ntitle = \"Mutant\"\ngame = %q\n", b.Name())
}

// mutant makes the one of a seed.
func (b *breed) mutant(seed uint64) *mutant {
	r := &mutation{breed: b, Rand: rand.New(rand.NewPCG(seed, 20))}
	r.rude = r.IntN(3) == 0
	m := &mutant{breed: b, seed: seed, files: map[string][]byte{}}
	if r.IntN(6) == 0 {
		name := pick(r, b.files)
		m.files[name], m.changed = r.file(name)
		return m
	}
	if r.IntN(4) == 0 && len(b.shipped) > 0 {
		m.with = pick(r, b.shipped)
	}
	tree := map[string]any{}
	for range 1 + r.IntN(3) {
		section, id := r.entry(tree)
		m.changed = append(m.changed, [2]string{section, id})
	}
	m.files[modFile], m.files[dataFile] = b.header(), encoded(tree)
	if r.rude && r.IntN(3) == 0 {
		m.files[dataFile] = r.text(m.files[dataFile])
	}
	return m
}

// encoded is a tree as TOML; nothing where a list in it has several types.
func encoded(tree map[string]any) []byte {
	var out bytes.Buffer
	if err := toml.NewEncoder(&out).Encode(tree); err != nil {
		return nil
	}
	return out.Bytes()
}

// A mutation draws what is mutated. A rude one draws values that no key takes, a
// polite one hardly any: what loads is what is played.
type mutation struct {
	*breed
	*rand.Rand
	rude bool
}

func pick[T any](r *mutation, of []T) T { return of[r.IntN(len(of))] }

// file changes a file of the base game: its text, or its entries, of which one
// goes, gets another id, the values of another, or values of its own.
func (r *mutation) file(name string) (text []byte, changed [][2]string) {
	text, _ = fs.ReadFile(r.base.FS, name)
	if r.rude || path.Base(name) == "mod.toml" {
		return r.text(text), nil
	}
	tree := map[string]any{}
	if err := toml.Unmarshal(text, &tree); err != nil {
		panic(err) // it was read before
	}
	for _, of := range r.sections {
		entries, ok := tree[of.Name].(map[string]any)
		if !ok {
			continue
		}
		for range 1 + r.IntN(3) {
			id, other := pick(r, sortedKeys(entries)), pick(r, sortedKeys(entries))
			table, fields := entries[id].(map[string]any), strict.Fields(of.Keys)
			switch r.IntN(6) {
			case 0:
				if len(entries) > 1 {
					delete(entries, id)
				}
			case 1:
				delete(entries, id)
				entries["mutant"] = table
			case 2:
				key := pick(r, fields).Key
				mine, others := table[key], entries[other].(map[string]any)[key]
				if mine != nil && others != nil {
					table[key], entries[other].(map[string]any)[key] = others, mine
				}
			default:
				r.table(table, fields)
				changed = append(changed, [2]string{of.Name, id})
			}
		}
	}
	return encoded(tree), changed
}

// entry adds a changed entry to the data of a mod: a patch, a new one, or rules.
func (r *mutation) entry(tree map[string]any) (section, id string) {
	rules := strict.Fields(r.Data.Rules())
	if len(rules) > 0 && r.IntN(8) == 0 {
		f := pick(r, rules)
		into(tree, "rules")[f.Key] = r.value(f)
		return "rules", f.Key
	}
	of := pick(r, r.sections)
	fields := strict.Fields(of.Keys)
	first := pick(r, fields)
	section, id = of.Name, pick(r, r.with(of.Name, first.Key))
	if r.IntN(3) == 0 {
		table := clone(r.of(section)[id]).(map[string]any)
		for range r.IntN(3) {
			r.table(table, fields)
		}
		if r.IntN(4) > 0 {
			id = pick(r, []string{"mutant", "mutant-2", "m.3", id + "-x"})
		}
		into(tree, section)[id] = table
		return section, id
	}
	for _, f := range []strict.Field{first, pick(r, fields)}[:1+r.IntN(2)] {
		op := "set"
		switch isList := strings.HasPrefix(f.Type, "list of "); {
		case r.rude && r.IntN(4) == 0:
			op = pick(r, []string{"add", "append", "remove"})
		case isList && r.IntN(2) == 0:
			op = "append"
		case f.Type == "whole number" && r.IntN(4) == 0:
			op = "add"
		}
		into(tree, "patch", section, id, op)[f.Key] = r.value(f)
	}
	return section, id
}

// with are the entries of a section that have a key, all where none has it: rare
// keys are as often mutated as those of every entry.
func (r *mutation) with(section, key string) (ids []string) {
	for _, id := range sortedKeys(r.of(section)) {
		if table, ok := r.of(section)[id].(map[string]any); ok && table[key] != nil {
			ids = append(ids, id)
		}
	}
	if ids == nil {
		return sortedKeys(r.of(section))
	}
	return ids
}

// into is the table at a path, made where it is not there.
func into(tree map[string]any, steps ...string) map[string]any {
	for _, step := range steps {
		next, ok := tree[step].(map[string]any)
		if !ok {
			next = map[string]any{}
			tree[step] = next
		}
		tree = next
	}
	return tree
}

// clone copies a value of TOML.
func clone(value any) any {
	switch value := value.(type) {
	case map[string]any:
		table := map[string]any{}
		for key, v := range value {
			table[key] = clone(v)
		}
		return table
	case []map[string]any:
		list := make([]map[string]any, len(value))
		for i := range value {
			list[i] = clone(value[i]).(map[string]any)
		}
		return list
	case []any:
		list := make([]any, len(value))
		for i := range value {
			list[i] = clone(value[i])
		}
		return list
	}
	return value
}

// table changes a table: a key goes, gets another value, or one within it does.
func (r *mutation) table(table map[string]any, fields []strict.Field) {
	f := pick(r, fields)
	value, ok := table[f.Key]
	switch inner, isTable := value.(map[string]any); {
	case ok && r.IntN(5) == 0 && (r.rude || !f.Required):
		delete(table, f.Key)
	case isTable && len(f.Fields) > 0 && r.IntN(4) > 0:
		r.table(inner, f.Fields)
	case ok && r.IntN(3) == 0:
		table[f.Key] = r.other(value, f)
	default:
		table[f.Key] = r.value(f)
	}
}

// other is a value like that of a key: longer, shorter, another.
func (r *mutation) other(value any, f strict.Field) any {
	switch value := value.(type) {
	case string:
		return string(r.text([]byte(value)))
	case []map[string]any:
		list := clone(value).([]map[string]any)
		if len(list) == 0 {
			return list
		}
		switch i := r.IntN(len(list)); r.IntN(4) {
		case 0:
			return slices.Delete(list, i, i+1)
		case 1:
			for range r.IntN(8) {
				list = append(list, clone(list[i]).(map[string]any))
			}
		default:
			r.table(list[i], f.Fields)
		}
		return list
	case []any:
		list := slices.Clone(value)
		if len(list) > 0 && r.IntN(2) == 0 {
			return slices.Delete(list, 0, 1)
		}
		return append(list, list...)
	}
	return r.value(f)
}

// value draws one for a key: mostly one that it takes, often at the end of its
// range.
func (r *mutation) value(f strict.Field) any {
	if r.rude && r.IntN(6) == 0 {
		return pick(r, []any{int64(0), int64(-1), int64(math.MaxInt64), int64(math.MinInt64), 1.5, math.Inf(1), "", " ", "x", true, []any{}, []any{int64(1), int64(1)}, map[string]any{}, strings.Repeat("x", 500), "é\u202e"})
	}
	what, isList := strings.CutPrefix(f.Type, "list of ")
	if isList {
		one := f
		one.Type = strings.TrimSuffix(what, "s")
		if one.Type == "table" {
			list := []map[string]any{}
			for range r.IntN(4) {
				if table, ok := r.value(one).(map[string]any); ok {
					list = append(list, table)
				}
			}
			return list
		}
		list := []any{}
		for range r.IntN(4) {
			list = append(list, r.value(one))
		}
		return list
	}
	switch what {
	case "whole number":
		return int64(r.number(f))
	case "number":
		return r.number(f)
	case "true or false":
		return r.IntN(2) == 0
	case "table":
		if known := r.words[f.Key]; len(known) > 0 && r.IntN(2) == 0 {
			if table, ok := clone(pick(r, known)).(map[string]any); ok {
				r.table(table, f.Fields)
				return table
			}
		}
		table := map[string]any{}
		for _, inner := range f.Fields {
			if inner.Required || r.IntN(3) == 0 {
				table[inner.Key] = r.value(inner)
			}
		}
		return table
	case "string":
		switch known := r.words[f.Key]; {
		case f.OneOf != nil:
			return pick(r, f.OneOf)
		case r.rude && r.IntN(5) == 0:
			return pick(r, []string{"", " "})
		case r.IntN(5) == 0: // as what names another in a circle
			return pick(r, r.with(pick(r, r.sections).Name, f.Key))
		case len(known) > 0 && (!r.rude || r.IntN(3) > 0):
			if word, ok := pick(r, known).(string); ok {
				if r.IntN(6) == 0 {
					return string(r.text([]byte(word)))
				}
				return word
			}
		}
		return pick(r, sortedKeys(r.of(pick(r, r.sections).Name)))
	}
	if known := r.words[f.Key]; len(known) > 0 {
		return clone(pick(r, known))
	}
	return int64(r.IntN(10))
}

// number draws one of a range.
func (r *mutation) number(f strict.Field) float64 {
	if f.Range == nil {
		return float64(pick(r, []int{0, 1, 2, 7, 100, -5, 1 << 31}))
	}
	least, most := f.Range.Min, f.Range.Max
	if r.rude && r.IntN(4) == 0 {
		return pick(r, []float64{least - 1, most + 1})
	}
	return pick(r, []float64{least, most, least + 1, math.Trunc((least + most) / 2), least + float64(r.IntN(int(min(most-least, 20))+1))})
}

// text changes a text by lines, words and bytes.
func (r *mutation) text(text []byte) []byte {
	lines := strings.SplitAfter(string(text), "\n")
	for range 1 + r.IntN(3) {
		i, j := r.IntN(len(lines)), r.IntN(len(lines))
		words := strings.Fields(lines[i])
		switch r.IntN(8) {
		case 0:
			lines[i] = ""
		case 1:
			lines[i] += lines[i]
		case 2:
			lines[i], lines[j] = lines[j], lines[i]
		case 3:
			if len(words) > 0 {
				lines[i] = strings.Replace(lines[i], pick(r, words), "", 1)
			}
		case 4:
			if other := strings.Fields(lines[j]); len(words) > 0 && len(other) > 0 {
				lines[i] = strings.Replace(lines[i], pick(r, words), pick(r, other), 1)
			}
		case 5:
			if at := strings.IndexAny(lines[i], "0123456789"); at >= 0 {
				lines[i] = lines[i][:at] + pick(r, []string{"0", "-1", "7", "100", "1000", "99999999999999999999"}) + lines[i][at+1:]
			}
		case 6:
			if len(lines[i]) > 0 {
				at := r.IntN(len(lines[i]))
				lines[i] = lines[i][:at] + string(rune(pick(r, []int{'"', '\'', '[', ']', '=', ',', '+', '|', '~', '*', '(', 'x', 0, 0x202e, 0xe9}))) + lines[i][at+1:]
			}
		case 7:
			if len(words) > 0 {
				word := pick(r, words)
				lines[i] = strings.Replace(lines[i], word, word+" "+word, 1)
			}
		}
	}
	return []byte(strings.Join(lines, ""))
}
