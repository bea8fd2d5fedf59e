package reference_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// The Lua language server cannot be installed where the tests run, so a small parser reads
// the annotations of the stubs in its place. Each type must be well formed and declared,
// and the parameters of each function must be annotated in their order.
func TestAnnotations(t *testing.T) {
	for name := range systems {
		r := referenceOf(name)
		if problems := annotationProblems(r.Stubs(), r.TestStubs()); problems != nil {
			t.Errorf("%s:\n%s", name, strings.Join(problems, "\n"))
		}
	}
}

// The parser finds what is wrong.
func TestAnnotationProblems(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"---@class a\n---@field b c the text", `line 2: the type "c" is not declared`},
		{"---@class a\n---@field b string[]?|a?|(\"x\"|\"y\")[] the text", ""},
		{"---@class a\n---@field b (string the text", `line 2: ")" is missing before "the text"`},
		{"---@class a\n---@field b fun(c: a, d?: integer): a? the text", ""},
		{"---@class a\n---@field b fun(c: d) the text", `line 2: the type "d" is not declared`},
		{"---@class a\n---@class a", `line 2: "a" is declared twice`},
		{"---@field b string", "line 1: a field outside of a class"},
		{"---@class a\nlocal a_ = {}\n---@param b a\nfunction a_:x(c) end", `line 4: the parameters are (c), annotated are (b)`},
		{"---@param b string x\n---@return string result\nfunction x(b) end", ""},
		{"---@alias on fun(a: string)\n---@overload fun(a: on)\n---@param a any\nfunction x(a) end", ""},
		{"---@overload string\nfunction x() end", `line 1: an overload is a function, not "string"`},
		{"---@parm a string", `line 1: unknown annotation "parm"`},
	} {
		if got := strings.Join(annotationProblems(row.text), "\n"); got != row.want {
			t.Errorf("%s\n%s\nwant %s", row.text, got, row.want)
		}
	}
}

// annotations is a reader of the types in a line.
type annotations struct {
	declared map[string]bool
	rest     string
	problem  string
}

var (
	annotated = regexp.MustCompile(`^---@(\w+) *(.*)$`)
	nameIn    = regexp.MustCompile(`^[A-Za-z_][\w.]*`)
	literalIn = regexp.MustCompile(`^"[^"]*"`)
	functions = regexp.MustCompile(`^(?:local )?function ([\w.:]+)\(([^)]*)\) end$`)
)

// annotationProblems returns what is wrong with the annotations of files that are read
// together.
func annotationProblems(files ...string) (problems []string) {
	a := &annotations{declared: map[string]bool{}}
	for _, word := range strings.Fields("any boolean integer nil number string table") {
		a.declared[word] = true
	}
	text := strings.Join(files, "\n")
	report := func(line int, format string, args ...any) {
		problems = append(problems, fmt.Sprintf("line %d: ", line+1)+fmt.Sprintf(format, args...))
	}
	for i, line := range strings.Split(text, "\n") {
		if m := annotated.FindStringSubmatch(line); m != nil && (m[1] == "class" || m[1] == "alias") {
			name := nameIn.FindString(strings.TrimPrefix(m[2], "(exact) "))
			if a.declared[name] {
				report(i, "%q is declared twice", name)
			}
			a.declared[name] = true
		}
	}
	inClass := false
	var params []string
	for i, line := range strings.Split(text, "\n") {
		m := annotated.FindStringSubmatch(line)
		if m == nil {
			if f := functions.FindStringSubmatch(line); f != nil {
				if given := strings.Join(params, ", "); given != f[2] && (given != "" || !strings.Contains(f[2], "...")) {
					report(i, "the parameters are (%s), annotated are (%s)", f[2], given)
				}
			}
			if !strings.HasPrefix(line, "---") {
				inClass, params = false, nil
			}
			continue
		}
		a.rest, a.problem = m[2], ""
		switch m[1] {
		case "meta":
		case "class":
			inClass = true
		case "field", "param":
			name := nameIn.FindString(a.rest)
			a.rest = strings.TrimPrefix(strings.TrimPrefix(a.rest, name), "?")
			a.space()
			a.union()
			if m[1] == "param" {
				params = append(params, name)
			} else if !inClass {
				report(i, "a field outside of a class")
			}
		case "return", "type":
			a.union()
		case "alias":
			a.rest = strings.TrimPrefix(a.rest, nameIn.FindString(a.rest))
			a.space()
			a.union()
		case "overload":
			if !strings.HasPrefix(a.rest, "fun(") {
				report(i, "an overload is a function, not %q", a.rest)
				continue
			}
			a.union()
		default:
			report(i, "unknown annotation %q", m[1])
		}
		if a.problem != "" {
			report(i, "%s", a.problem)
		}
	}
	return problems
}

func (a *annotations) fail(format string, args ...any) {
	if a.problem == "" {
		a.problem = fmt.Sprintf(format, args...)
	}
}

func (a *annotations) space() { a.rest = strings.TrimLeft(a.rest, " ") }

// take reads a text that may be next.
func (a *annotations) take(text string) bool {
	rest, ok := strings.CutPrefix(a.rest, text)
	if ok {
		a.rest = rest
	}
	return ok
}

func (a *annotations) want(text string) {
	a.space()
	if !a.take(text) {
		a.fail("%q is missing before %q", text, a.rest)
	}
}

// union reads a type: "a|b[]?".
func (a *annotations) union() {
	for more := true; more && a.problem == ""; more = a.take("|") {
		a.one()
		for a.take("[]") || a.take("?") {
		}
	}
}

// one reads a type that is no union.
func (a *annotations) one() {
	switch literal, name := literalIn.FindString(a.rest), nameIn.FindString(a.rest); {
	case a.take("("):
		a.union()
		a.want(")")
	case a.take("fun("):
		a.function()
	case literal != "":
		a.take(literal)
	case name == "":
		a.fail("a type is missing before %q", a.rest)
	case !a.declared[name]:
		a.fail("the type %q is not declared", name)
	default:
		a.take(name)
	}
}

// function reads the rest of "fun(a: string, b?: integer): boolean".
func (a *annotations) function() {
	for a.problem == "" && !a.take(")") {
		name := nameIn.FindString(a.rest)
		if name == "" {
			a.fail("a parameter is missing before %q", a.rest)
			return
		}
		a.take(name)
		a.take("?")
		a.want(":")
		a.space()
		a.union()
		a.take(",")
		a.space()
	}
	if a.take(":") {
		a.space()
		a.union()
	}
}
