package check

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yuin/gopher-lua/ast"

	"houserule/engine/library/strict"
	"houserule/scripting/lua"
)

// Words that a script writes out are checked where the binding knows all words: as
// arguments and values of fields, in comparisons, and as keys of tables in which nothing
// but such words is looked up.

// fromField returns the type of a value that is read from a field.
func fromField(s lua.Shape, of *lua.Field) typ {
	t := typ{Shape: s}
	if of.OneOf != nil || of.Word != nil {
		t.of = of
	}
	return t
}

// wrongWord returns the mistake in a word of a field, or "". Compared says that the word is
// compared with a value of the field, and so must be spelled like it.
func (f *checker) wrongWord(of *lua.Field, word string, compared bool) string {
	switch {
	case f.Full():
	case of.OneOf != nil && !slices.Contains(of.OneOf, word):
		return strict.NotOneOf(of.Name, word, of.OneOf)
	case of.Word != nil:
		switch spelled, err := of.Word(f.unit, word); {
		case err != nil:
			return err.Error()
		case compared && spelled != word:
			return fmt.Sprintf("%s is never %q: write %q", of.Name, word, spelled)
		}
	}
	return ""
}

// checkWords reports the words of a field that an expression writes out and that are
// wrong; the place stands before the mistake.
func (f *checker) checkWords(of *lua.Field, e ast.Expr, place string) {
	switch n := e.(type) {
	case *ast.StringExpr:
		if wrong := f.wrongWord(of, n.Value, false); wrong != "" {
			f.wordProblem(n, place+wrong)
		}
	case *ast.LogicalOpExpr: // line == "melee" and "ranged" or "melee"
		if n.Operator == "or" {
			f.checkWords(of, n.Lhs, place)
		}
		f.checkWords(of, n.Rhs, place)
	}
}

// checkCompared reports a word that a value of a type never is. The empty word is none: it
// stands for what an object does not have, as a destroyed stack has no creature.
func (f *checker) checkCompared(t typ, e ast.Expr) {
	if word, ok := e.(*ast.StringExpr); ok && t.of != nil && !t.List && word.Value != "" {
		if wrong := f.wrongWord(t.of, word.Value, true); wrong != "" {
			f.wordProblem(word, wrong)
		}
	}
}

// checkTables reports the keys of tables that are none of the words that are looked up
// there. A table that is also used in another way may have other keys.
func (f *checker) checkTables() {
	for _, t := range f.tables {
		if t.uses > 0 || t.words == nil {
			continue
		}
		for _, field := range t.table.Fields {
			key, ok := field.Key.(*ast.StringExpr)
			known := func(of *lua.Field) bool { return f.wrongWord(of, key.Value, true) == "" }
			if ok && !slices.ContainsFunc(t.words, known) {
				f.wordProblem(key, f.wrongWord(t.words[0], key.Value, true))
			}
		}
	}
}

// wordProblem reports a word that is written out. If it stands on its line more than once,
// the column is that of the first in quotes.
func (f *checker) wordProblem(word *ast.StringExpr, text string) {
	line := word.Line()
	column := f.Column(line, word.Value)
	for _, quote := range []string{`"`, `'`} {
		if before, _, found := strings.Cut(f.Text(line), quote+word.Value+quote); column == 0 && found {
			column = utf8.RuneCountInString(before) + 2
		}
	}
	f.Report(line, column, utf8.RuneCountInString(word.Value), "%s", text)
}
