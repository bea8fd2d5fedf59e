package engine_test

import (
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"houserule/engine/heroes/ability"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/kingsdata"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/sorcery/fight"
)

// importOrder is the order of the packages, the lowest first. A package may
// import those of the lines above its own, and none of its own line or below
// it. A name stands for the folders in it, too, which may import each other. A
// fight of sorcery stands beside the maps, because it knows none.
const importOrder = `
	engine engine/experiment/sequential
	engine/hex engine/sorcery/fight engine/heroes/ability engine/heroes/dead engine/heroes/form
	engine/board engine/sorcery/fight/fighttest
	engine/heroes engine/kings engine/sorcery
	engine/heroes/strategy engine/kings/strategy engine/sorcery/strategy
	engine/library/files
	engine/library/strict engine/chain engine/secrets
	engine/explore engine/sim
	engine/odds
	engine/best
	engine/analysis
	engine/players
	engine/library
	engine/heroes/forecast engine/kings/forecast engine/sorcery/forecast
	engine/review
	engine/experiment
	engine/enginetest
	engine/library/heroesdata engine/library/kingsdata engine/library/sorcerydata
	scripting/lua
	scripting/lua/luatest
	scripting/check
	scripting
	scripting/modhost scripting/reference
	scripting/modhosttest
	scripting/heroesmods scripting/kingsmods scripting/sorcerymods scripting/luagame
	cmd/houserule/usage cmd/houserule/watch
	cmd/houserule/screen cmd/houserule/saves
	cmd/houserule/flags
	cmd/houserule/catalog cmd/houserule/report cmd/houserule/terminal cmd/houserule/modpack
	cmd/houserule/modstore
	cmd/houserule/modtool
	cmd/houserule/view
	cmd/houserule/viewtest cmd/houserule/runner cmd/houserule/fair cmd/houserule/modtrial
	cmd/houserule/results cmd/houserule/desk
	cmd/houserule/heroesview cmd/houserule/kingsview cmd/houserule/sorceryview cmd/houserule/session
	cmd/houserule/repl
	cmd/houserule/games
	cmd/houserule/modcommands cmd/houserule/listings cmd/houserule/bundled cmd/houserule/farm
	cmd/houserule/gamestest
	cmd/houserule/protocol
	cmd/houserule/serve cmd/houserule/remote cmd/houserule/page cmd/houserule/match
	cmd/houserule/battles cmd/houserule/journals cmd/houserule/exact cmd/houserule/experiments
	cmd/houserule/program
	cmd/houserule/programtest
	cmd/houserule/servetest
	cmd/houserule
`

// plain are the packages that import nothing but each other, in their order,
// and the standard library.
var plain = []string{"engine", "engine/hex", "engine/board", "engine/heroes/ability", "engine/heroes/dead", "engine/heroes/form", "engine/heroes", "engine/kings", "engine/sorcery/fight", "engine/sorcery", "engine/heroes/strategy", "engine/kings/strategy", "engine/sorcery/strategy", "engine/experiment/sequential"}

// alone are packages that could be libraries of their own: but for the standard library they
// import only what is named, outside of their tests.
var alone = map[string]string{"scripting/lua": "github.com/yuin/gopher-lua/"}

// ofTests are the packages that only tests import, and that therefore may
// import what only tests need.
var ofTests = []string{"engine/sorcery/fight/fighttest", "engine/enginetest", "engine/enginetest/usage", "engine/library/heroesdata/heroestest", "scripting/lua/luatest", "scripting/modhosttest", "cmd/houserule/viewtest", "cmd/houserule/gamestest", "cmd/houserule/servetest", "cmd/houserule/programtest"}

// needed are modules that only tests need.
var needed = []string{"pgregory.net/rapid", "github.com/rogpeppe/go-internal"}

const module = "houserule"

func TestImportOrder(t *testing.T) {
	line := map[string]int{} // of each name in importOrder
	for n, names := range strings.Split(strings.TrimSpace(importOrder), "\n") {
		for name := range strings.FieldsSeq(names) {
			line[name] = n
		}
	}
	// place is the name in importOrder that a folder belongs to. The kernel
	// is one folder, and not those in it.
	place := func(folder string) string {
		for name := folder; name != "."; name = path.Dir(name) {
			if _, ok := line[name]; ok && (name != "engine" || folder == "engine") {
				return name
			}
		}
		return ""
	}

	for folder, files := range goFiles(t, "..") {
		if folder == "." {
			continue // the data, embedded
		}
		from := place(folder)
		if from == "" {
			t.Errorf("%s stands in no line of the import order", folder)
			continue
		}
		for _, file := range files {
			for _, imported := range imports(t, file) {
				to, ours := strings.CutPrefix(imported, module+"/")
				if only := alone[from]; only != "" && (ours || strings.Contains(strings.Split(imported, "/")[0], ".")) && !strings.HasPrefix(imported, only) && !strings.HasSuffix(file, "_test.go") {
					t.Errorf("%s imports %s: it could be a library of its own without it", file, imported)
				}
				switch {
				case imported == module:
					if from != "cmd/houserule/bundled" {
						t.Errorf("%s imports the embedded data: only the program does, all others take an fs.FS", file)
					}
				case ours && slices.Contains(ofTests, to) && !slices.Contains(ofTests, from):
					t.Errorf("%s imports %s, which is for tests only", file, imported)
				case ours:
					if to := place(to); to != from && (to == "" || line[to] >= line[from]) {
						t.Errorf("%s imports %s, which is not below it", file, imported)
					}
				case strings.Contains(strings.Split(imported, "/")[0], "."):
					if slices.Contains(plain, from) {
						t.Errorf("%s imports %s, which is not of the standard library", file, imported)
					}
					if !slices.Contains(ofTests, from) && slices.ContainsFunc(needed, func(module string) bool { return imported == module || strings.HasPrefix(imported, module+"/") }) {
						t.Errorf("%s imports %s, which is for tests only", file, imported)
					}
				}
			}
		}
	}
}

// named are words that mean something else in a file than what the data calls by them. Files
// of rules have no others: their examples take names from the data, or say CREATURE. The
// reference of a format has examples from the base game.
var named = map[string][]string{
	"heroes/rules.go":                {"charge"},                    // "free of charge", not the ability
	"kings/thing.go":                 {"charge"},                    // a mark of kings, not the ability of heroes
	"kings/rules.go":                 {"charge", "village", "city"}, // the same, and kinds of buildings
	"sorcery/fight/rules.go":         {"charge"},                    // of cavalry
	"sorcery/fight/forms.go":         {"charge"},                    // the same
	"sorcery/header.go":              {"castle"},                    // how a place is written
	"sorcery/forms.go":               {"charge"},                    // the same
	"heroes/act.go":                  {"keep"},                      // "would not keep", not the building
	"library/kingsdata/build.go":     {"village", "city"},           // kinds of buildings
	"library/kingsdata/entries.go":   {"charge", "troll", "goblins", "village", "city"},
	"library/sorcerydata/entries.go": {"elf-lord", "elves", "heavy-axe", "charge"},
	"library/heroesdata/entries.go":  {"gold-golem", "halfling", "bandit"}, // the same, in the reference
}

// The code knows no creature, ability, spell, building or magic item: none of
// the data's ids and names stands in a string of it.
func TestNothingIsKnownByName(t *testing.T) {
	lib, err := library.Load(heroesdata.Format(), os.DirFS(".."), "creatures.toml", "mods/heroes")
	if err != nil {
		t.Fatal(err)
	}
	entries := map[string]string{} // id or name, to what it is of
	add := func(what, id, name string) {
		for _, word := range []string{id, strings.ToLower(name)} {
			if len(word) >= 4 {
				entries[word] = what
			}
		}
	}
	for _, c := range heroesdata.Game(lib).Creatures {
		add("creature", c.ID, c.Name)
	}
	for _, a := range library.All[*ability.Ability](lib, "ability") {
		add("ability", a.ID, a.Name)
	}
	for _, s := range heroesdata.Game(lib).Spells {
		add("spell", s.ID, s.Name)
	}
	kingsLib, err := library.LoadMods(kingsdata.Format(), library.Base(kingsdata.Format(), os.DirFS("..")), nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range kingsdata.Game(kingsLib).Things {
		if x.ID == "thing" { // a creature that is called as all counters are
			continue
		}
		add(x.Kind.String(), x.ID, x.Name)
	}
	for _, a := range library.All[*kings.Ability](kingsLib, "ability") {
		add("ability", a.ID, a.Name)
	}
	sorceryLib, err := library.LoadMods(sorcerydata.Format(), library.Base(sorcerydata.Format(), os.DirFS("..")), nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range sorcerydata.Game(sorceryLib).Kinds {
		add(k.Role.String(), k.ID, k.Name)
	}
	for _, a := range library.All[*fight.Ability](sorceryLib, "ability") {
		add("ability", a.ID, a.Name)
	}
	if len(entries) < 250 {
		t.Fatalf("only %d ids and names are known: the test tests nothing", len(entries))
	}
	var words []string
	for _, word := range slices.Sorted(maps.Keys(entries)) {
		words = append(words, regexp.QuoteMeta(word))
	}
	slices.SortStableFunc(words, func(a, b string) int { return len(b) - len(a) })
	// Hyphens hold an id together: "sun-orc" does not name the orc.
	re := regexp.MustCompile(`(?i)(?:^|[^\pL\pN-])(` + strings.Join(words, "|") + `)($|[^\pL\pN-])`)

	for folder, files := range goFiles(t, ".") {
		if slices.Contains(ofTests, "engine/"+folder) {
			continue
		}
		for _, file := range files {
			for text, pos := range literals(t, file) {
				for m := re.FindStringSubmatch(text); m != nil; m = re.FindStringSubmatch(text) {
					word := strings.ToLower(m[1])
					if !slices.Contains(named[filepath.ToSlash(file)], word) {
						t.Errorf("%s: %q names the %s %s", pos, text, entries[word], word)
					}
					text = text[strings.Index(text, m[0])+len(m[0])-len(m[2]):] // what divides two words stays
				}
			}
		}
	}
}

// goFiles are the Go files that are no tests, by the folder in root that
// they lie in.
func goFiles(t *testing.T, root string) map[string][]string {
	t.Helper()
	files := map[string][]string{}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != root && (name == "testdata" || name[0] == '.' || name[0] == '_'):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		folder, err := filepath.Rel(root, filepath.Dir(file))
		folder = filepath.ToSlash(folder)
		files[folder] = append(files[folder], file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// imports are the paths that a file imports, whatever it is built for.
func imports(t *testing.T, file string) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, spec := range f.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, p)
	}
	return paths
}

// literals yields the strings of a file and where they stand.
func literals(t *testing.T, file string) func(yield func(string, token.Position) bool) {
	return func(yield func(string, token.Position) bool) {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		fset := token.NewFileSet()
		var s scanner.Scanner
		s.Init(fset.AddFile(file, -1, len(src)), src, nil, 0)
		for {
			pos, tok, lit := s.Scan()
			if tok == token.EOF {
				return
			}
			if tok != token.STRING {
				continue
			}
			text, err := strconv.Unquote(lit)
			if err != nil {
				t.Fatalf("%s: %v", fset.Position(pos), err)
			}
			if !yield(text, fset.Position(pos)) {
				return
			}
		}
	}
}
