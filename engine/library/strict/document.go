// Package strict reads TOML files and finds all problems of a file at once, each with its
// file, line and column and, if one is near, the word that was probably meant.
//
// [Parse] reads the text into a [Doc]. The caller asks the Doc for its tables
// ([Doc.Sections], [Doc.Entries]) and decodes each into a struct ([Doc.Decode]). What does
// not fit becomes a problem of the Doc, and the rest is decoded all the same. The caller
// adds problems that only it can know, such as unknown ids, with [Doc.Reportf], and finally
// collects [Doc.Problems].
//
// The tags of a struct describe what it takes, and [Fields] reads the same tags for a
// reference of the format:
//
//	type creature struct {
//		Name    string   `toml:"name" required:"true" doc:"what people call it"`
//		Level   int      `toml:"level" range:"1..9" doc:"..."`
//		Stances []string `toml:"stances" oneof:"swarm|protect" doc:"..."`
//	}
//
// Required means that the key must be present, with at least a word in a string and an
// element in a list. Lines allows line breaks and tabs in a string. Other characters that
// are unsafe to show ([engine.IsUnsafe]) are refused in strings and in keys of maps; the
// caller checks them in an any. Range bounds numbers, and oneof strings; in lists they
// apply to every element. A field is an int, float64, bool, string or struct, a pointer to
// one of these (nil if the key is absent), an any (a string, number or bool), a list of
// ints, float64s, strings or structs, or a map of strings to strings or structs. A map of
// strings to any is a table with unknown keys; lists and maps of such tables are allowed,
// too. The fields of an embedded struct, or of one with the tag inline:"true", belong to
// the outer struct. A field without a toml tag is not read. Tags and types that make no
// sense are mistakes of the program, and panic.
//
// The grammar is that of github.com/BurntSushi/toml, which also reports the syntax errors:
// it reports only one for a file, and then there is no Doc. Because that parser is
// recursive, and quadratic in the length of a key's path, Parse first checks the text
// against generous limits.
package strict

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"houserule/engine"
	"houserule/engine/library/files"
)

// byteOrderMark may begin a file and is not part of it.
const byteOrderMark = '\ufeff'

// A Doc is a TOML file with correct syntax, and the problems found in it so far.
type Doc struct {
	*text
	name   string
	faults []fault
	faulty map[*node]bool // the keys and elements that have a problem, or contain one that has
	batch  *Batch
}

// A Batch is files that are read together, such as those of a mod. Together they have at
// most [files.MaxValues] keys and items of lists, and it keeps at most [files.MaxProblems]
// problems. The zero value is ready for use.
type Batch struct {
	Words            Words // words that strings may be, in addition to those of their tags
	values, problems int
	dropped          bool
}

// Dropped reports whether some problems of the files were not kept.
func (b *Batch) Dropped() bool { return b.dropped }

// A fault is a problem at a byte offset of the text.
type fault struct {
	offset int
	text   string
}

// Parse reads a file; name stands for it in its problems. The error is a [Problems] with
// one entry: a mistake of syntax, text that is not TOML at all (longer than 1 MiB, not
// UTF-8, or with characters that are unsafe to show), or keys that are too many, too long
// or nested too deep.
func Parse(name string, src []byte) (*Doc, error) { return new(Batch).Parse(name, src) }

// Decode reads a whole file into the struct that dst points to. The error is a
// [Problems].
func Decode(name string, src []byte, dst any) error {
	doc, err := Parse(name, src)
	if err != nil {
		return err
	}
	doc.Decode(Path{}, dst)
	return doc.Problems().Err()
}

// Parse does what [Parse] does, for a file of the batch.
func (b *Batch) Parse(name string, src []byte) (*Doc, error) {
	t, f := read(strings.TrimPrefix(string(src), string(byteOrderMark)), files.MaxValues-b.values)
	b.values += t.values
	d := &Doc{text: t, name: name, faulty: map[*node]bool{}, batch: b}
	if f != nil {
		d.faults = append(d.faults, *f)
		return nil, d.Problems()
	}
	return d, nil
}

// CheckEncoding returns the problem of the first byte of a text that is not UTF-8, or NUL;
// or nil.
func CheckEncoding(name string, text []byte) Problems {
	src := string(text)
	f := encodingFault(src)
	if f == nil {
		return nil
	}
	p := place{src: src}
	p.advance(f.offset)
	return Problems{{name, p.line + 1, p.column + 1, f.text}}
}

// Sections returns the keys at the top of the file, in file order.
func (d *Doc) Sections() []string { return slices.Clone(d.outline.order) }

// An Entry is one table [section.ID].
type Entry struct {
	ID   string
	Path Path
}

// Entries returns the tables [section.ID] in file order, and reports other content of the
// section. An absent section has no entries.
func (d *Doc) Entries(section string) []Entry { return d.EntriesAt(Path{section}) }

// EntriesAt returns the tables [a.b.ID] in file order, and reports other content at the
// path.
func (d *Doc) EntriesAt(path Path) []Entry {
	value, ok := d.Value(path)
	if !ok {
		return nil
	}
	section := path.dotted()
	table, ok := value.(map[string]any)
	if !ok {
		d.Reportf(path, "%s must be tables [%s.ID], not %s", section, section, inWords(value))
		return nil
	}
	var entries []Entry
	for _, id := range d.outline.find(path).order {
		entry := path.With(id)
		if _, ok := table[id].(map[string]any); !ok {
			d.Reportf(entry, "[%s] has only tables [%s.ID], but %s is %s", section, section, engine.Quote(id), inWords(table[id]))
			continue
		}
		entries = append(entries, Entry{ID: id, Path: entry})
	}
	return entries
}

// Reportf adds a problem at the key or element that path names or, if the file lacks it, at
// the nearest one on the way to it. If the batch has too many problems already, Reportf
// does not format the message.
func (d *Doc) Reportf(path Path, format string, args ...any) {
	n := d.outline.blame(path, d.faulty)
	if d.batch.problems == files.MaxProblems {
		d.batch.dropped = true
		return
	}
	d.batch.problems++
	d.faults = append(d.faults, fault{n.offset, fmt.Sprintf(format, args...)})
}

// ReportUnknownSections adds a problem for each unknown key at the top of the file, unless it
// has one already.
func (d *Doc) ReportUnknownSections(known ...string) {
	for _, section := range d.outline.order {
		if !slices.Contains(known, section) && !d.IsFaulty(Path{section}) {
			d.Reportf(Path{section}, "unknown section %s%s", engine.Quote(section), hint{section, "sections", known})
		}
	}
}

// Problem returns a problem at the path, without adding it to the Doc: for warnings.
func (d *Doc) Problem(path Path, format string, args ...any) Problem {
	offset := d.outline.find(path).offset
	line, start := d.line(offset)
	column := utf8.RuneCountInString(d.src[start:offset])
	return Problem{File: d.name, Line: line + 1, Column: column + 1, Text: fmt.Sprintf(format, args...)}
}

// ReportUnknownKeys adds a problem for each unknown key of the table at path.
func (d *Doc) ReportUnknownKeys(path Path, known ...string) {
	for _, key := range d.Keys(path) {
		if !slices.Contains(known, key) {
			d.Reportf(path.With(key), "unknown section %s%s", engine.Quote(path.With(key).dotted()), hint{key, "sections of " + path.dotted(), known})
		}
	}
}

// IsFaulty reports whether the value at path, or anything within it, has a problem.
func (d *Doc) IsFaulty(path Path) bool { return d.faulty[d.outline.find(path)] }

// Problems returns the problems of the file, each once, sorted by place and then in the
// order of the reports.
func (d *Doc) Problems() Problems {
	faults := slices.Clone(d.faults)
	slices.SortStableFunc(faults, func(a, b fault) int { return a.offset - b.offset })
	var problems Problems
	seen := make(map[fault]bool)
	at := place{src: d.src}
	for _, f := range faults {
		if seen[f] {
			continue
		}
		seen[f] = true
		at.advance(f.offset)
		problems = append(problems, Problem{File: d.name, Line: at.line + 1, Column: at.column + 1, Text: f.text})
	}
	return problems
}

// Keys returns the keys of the table at path, in file order.
func (d *Doc) Keys(path Path) []string {
	if value, _ := d.Value(path); reflect.TypeOf(value) != reflect.TypeFor[map[string]any]() {
		return nil
	}
	return slices.Clone(d.outline.find(path).order)
}

// Value returns the value at path: a string, int64, float64, bool, time.Time,
// map[string]any or list.
func (d *Doc) Value(path Path) (value any, ok bool) {
	value = d.tables
	for _, step := range path {
		switch step := step.(type) {
		case string:
			table, _ := value.(map[string]any)
			if value, ok = table[step]; !ok {
				return nil, false
			}
		case int:
			list := elements(value)
			if step < 0 || step >= len(list) {
				return nil, false
			}
			value = list[step]
		default:
			return nil, false
		}
	}
	return value, true
}
