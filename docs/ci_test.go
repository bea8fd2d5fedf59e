package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"houserule/cmd/houserule/programtest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A suite is the tests of a package: the names of their functions.
type suite struct {
	folder string
	names  []string
	long   []string // those that do more where HOUSERULE_LONG is set
}

// suites returns the tests of all packages.
func suites(t *testing.T) (all []suite) {
	t.Helper()
	of := map[string]*suite{}
	tests, err := filepath.Glob("../*/*_test.go")
	for pattern := "../*/*/"; err == nil && strings.Count(pattern, "*") < 8; pattern += "*/" {
		var more []string
		more, err = filepath.Glob(pattern + "*_test.go")
		tests = append(tests, more...)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range tests {
		if strings.Contains(file, "/testdata/") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.ToSlash(strings.TrimPrefix(filepath.Dir(file), "../"))
		s := of[folder]
		if s == nil {
			s = &suite{folder: folder}
			of[folder] = s
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv != nil || !isTest.MatchString(fn.Name.Name) {
				continue
			}
			s.names = append(s.names, fn.Name.Name)
			if body := string(text[fn.Pos()-1 : fn.End()-1]); long.MatchString(body) || fn.Name.Name == "TestScript" && hasLongScript(t, folder) {
				s.long = append(s.long, fn.Name.Name)
			}
		}
	}
	for _, s := range of {
		all = append(all, *s)
	}
	slices.SortFunc(all, func(a, b suite) int { return strings.Compare(a.folder, b.folder) })
	return all
}

// hasLongScript reports whether a script of a package, or a line of one, runs only where
// HOUSERULE_LONG is set.
func hasLongScript(t *testing.T, folder string) bool {
	t.Helper()
	scripts, err := filepath.Glob("../" + folder + "/testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(scripts, func(script string) bool {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Error(err)
		}
		return strings.Contains(string(text), "[!long]") || strings.Contains(string(text), "\n[long]")
	})
}

var (
	isTest = regexp.MustCompile(`^(Test|Fuzz|Example)`)
	long   = regexp.MustCompile(`enginetest\.(Long|OnlyLong|Rounds)\b`)
)

// A goTest is a line of .ci/run that runs some tests.
type goTest struct {
	line   string
	of     []string // folders of packages; those that end in /... with all below
	run    []string // the alternatives of -run; none: all tests
	isLong bool
}

// has reports whether the line names a package.
func (g goTest) has(folder string) bool {
	return slices.ContainsFunc(g.of, func(of string) bool {
		below, all := strings.CutSuffix(of, "...")
		return of == folder || all && strings.HasPrefix(folder+"/", below)
	})
}

// runs reports whether the line runs a test of a package that it names.
func (g goTest) runs(name string) bool {
	return len(g.run) == 0 || slices.ContainsFunc(g.run, func(pattern string) bool { return regexp.MustCompile(pattern).MatchString(name) })
}

// goTests returns the lines of .ci/run that run tests.
func goTests(t *testing.T) (all []goTest) {
	t.Helper()
	script, err := os.ReadFile("../.ci/run")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(script)) {
		_, command, ok := strings.Cut(line, "go test ")
		if !ok || strings.Contains(line, "-fuzz") || strings.Contains(line, "-list") || strings.Contains(line, "-update") || strings.HasPrefix(line, "grep") {
			continue
		}
		g := goTest{line: strings.TrimSpace(line), isLong: strings.Contains(line, "HOUSERULE_LONG=1")}
		words := programtest.ShellWords(command)
		for i, word := range words {
			if folder, ok := strings.CutPrefix(word, "./"); ok {
				g.of = append(g.of, folder)
			}
			if word == "-run" {
				g.run = strings.Split(words[i+1], "|")
			}
		}
		all = append(all, g)
	}
	return all
}

// Each line of .ci/run runs what it says: every word of its pattern is the name of a test in
// its packages, and every package that it names has such a test. A test that does more where
// HOUSERULE_LONG is set is in a line that sets it.
func TestWhatCIRuns(t *testing.T) {
	all, lines := suites(t), goTests(t)
	if len(all) < 50 || len(lines) < 10 {
		t.Fatalf("there are %d packages with tests, and %d lines", len(all), len(lines))
	}
	for _, g := range lines {
		for _, folder := range g.of {
			one := goTest{of: []string{folder}, run: g.run}
			if !slices.ContainsFunc(all, func(s suite) bool { return one.has(s.folder) && slices.ContainsFunc(s.names, one.runs) }) && !slices.Equal(g.run, []string{"^$"}) {
				t.Errorf("%s\nruns nothing in %s", g.line, folder)
			}
		}
		for _, pattern := range g.run {
			one := goTest{of: g.of, run: []string{pattern}}
			if !slices.ContainsFunc(all, func(s suite) bool { return one.has(s.folder) && slices.ContainsFunc(s.names, one.runs) }) && pattern != "^$" {
				t.Errorf("%s\nno test is called %s", g.line, pattern)
			}
		}
	}
	for _, s := range all {
		for _, name := range s.long {
			if !slices.ContainsFunc(lines, func(g goTest) bool { return g.isLong && g.has(s.folder) && g.runs(name) }) {
				t.Errorf("%s of %s does more where HOUSERULE_LONG is set, and no such line of .ci/run runs it", name, s.folder)
			}
		}
	}
}
