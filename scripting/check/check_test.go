package check_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"houserule/engine/enginetest"
	"houserule/engine/library/strict"

	"houserule/scripting/check"
	"houserule/scripting/lua"
	"houserule/scripting/lua/luatest"
)

var update = enginetest.Update

// TestProblems reads testdata/problems/*.lua: sources that are parted by lines
// of "-- name", each followed by lines of "--> problem".
func TestProblems(t *testing.T) {
	files, _ := filepath.Glob("testdata/problems/*.lua")
	if len(files) == 0 {
		t.Fatal("no files")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		for i, part := range strings.Split("\n"+string(text), "\n-- ") {
			if i == 0 {
				continue
			}
			name, body, _ := strings.Cut(part, "\n")
			source, want, _ := strings.Cut(body, "--> ")
			want = strings.TrimSpace("--> " + want)
			t.Run(filepath.Base(file)+"/"+name, func(t *testing.T) {
				got := "--> none"
				if problems := mistakes(source, strings.HasSuffix(name, "(ability)")); len(problems) > 0 {
					got = "--> " + strings.ReplaceAll(lines(problems), "\n", "\n--> ")
				}
				if got != want && !*update {
					t.Errorf("%s\ngot\n%s\nwant\n%s", source, got, want)
				}
				out.WriteString("-- " + name + "\n" + source + got + "\n\n")
			})
		}
		if *update {
			if err := os.WriteFile(file, []byte(strings.TrimSuffix(out.String(), "\n")), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// mistakes returns what a check and the compiler say of a file.
func mistakes(source string, self bool) []lua.Problem {
	w, err := lua.NewWorld(luatest.Duel(), lua.Host{Taken: check.Advice, Suggest: strict.Suggest, Remember: check.Remember})
	if err != nil {
		panic(err)
	}
	f, problem := w.Parse("main.lua", []byte(source), self)
	if problem != nil {
		return []lua.Problem{*problem}
	}
	if check.File(f, "frenzy"); len(f.Problems) == 0 {
		f.Compile()
	}
	slices.SortStableFunc(f.Problems, func(a, b lua.Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return f.Problems
}

func lines(problems []lua.Problem) string {
	var all []string
	for _, p := range problems {
		all = append(all, p.Error())
	}
	return strings.Join(all, "\n")
}

// A problem has the range of the text that is wrong; where that is not known, of its line.
func TestRanges(t *testing.T) {
	for _, row := range []struct{ source, want string }{
		{"function onAttack(attack)\n\tattack.scor = 1\nend", `2:9-2:13 onAttack has no field "scor": did you mean "score"?`},
		{"local a = 'äöü' .. math.sin(1)", "1:25-1:28 math.sin is not available: it differs from computer to computer"},
		{"local a = 1 + {}", `1:0-1:17 this is a table, which "+" cannot take`},
		{"local a = 1 !", "1:13-1:14 syntax error: Lua writes `not` for !"},
		{"local helpers, a = 1, {" + strings.Repeat("helpter, ", 14000) + "}", `1:0-1:126025 unknown name "helpter": did you mean "helpers"?`},
	} {
		var got []string
		for _, p := range mistakes(row.source, false) {
			got = append(got, fmt.Sprintf("%d:%d-%d:%d %s", p.Line, p.Column, p.EndLine, p.EndColumn, p.Text))
		}
		if strings.Join(got, "\n") != row.want {
			t.Errorf("%.80s\ngot  %s\nwant %s", row.source, strings.Join(got, "\n"), row.want)
		}
	}
}
