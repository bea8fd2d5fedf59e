package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// optionalLists are the package comments that list the optional interfaces: of what a battle is
// made of, and of a frontend.
var optionalLists = []string{"engine/doc.go", "cmd/houserule/view/frontend.go"}

// notOptional are interfaces that code asserts on, of values that are no part of a battle.
var notOptional = map[string]string{
	"flags.list":        "a flag",
	"modhost.Meter":     "what listens to the scripts of a battle",
	"modhost.CallMeter": "the same",
	"modhost.Tracer":    "the same",
	"modhost.hosting":   "a host of any battle",
	"modhost.readable":  "a host, or a test of a mod",
	"terminal.wrapper":  "an output",
	"engine.Choice":     "any value, in a test of rules",
	"engine.Battle":     "a choice that must not be one, in a test of rules",
	"AppendStandings":   "a host, for rules that know no host",
	"Complete":          "the lines of a terminal",
	"Control":           "an output",
	"InBattle":          "a message",
	"Used":              "a hook",
}

// Each interface that code asserts on has a name, and stands in a list of what a choice, a
// battle, a player or a game can have. A list has no others.
func TestOptionalInterfaces(t *testing.T) {
	root := os.DirFS("..")
	listed := map[string]bool{}
	entry := regexp.MustCompile(`(?m)^//   - \[?([\w.]+)\]?: `)
	for _, file := range optionalLists {
		text, err := fs.ReadFile(root, file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range entry.FindAllStringSubmatch(string(text), -1) {
			name := m[1]
			if !strings.Contains(name, ".") {
				name = path.Base(path.Dir(file)) + "." + name
			}
			listed[name] = true
		}
	}
	asserted, err := assertedInterfaces(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(asserted)) {
		if _, other := notOptional[name]; !other && !listed[name] {
			t.Errorf("%s: %s is in no list of optional interfaces: %s", asserted[name], name, strings.Join(optionalLists, ", "))
		}
	}
	for name := range listed {
		if asserted[name] == "" {
			t.Errorf("%s is listed as an optional interface, and no code asserts on it", name)
		}
	}
	for name := range notOptional {
		if asserted[name] == "" {
			t.Errorf("no code asserts on %s any more", name)
		}
	}
}

// assertedInterfaces returns the program's own interfaces in type assertions and type switches,
// each with a file that asserts on it: "engine.Trier", or the methods of one without a name.
func assertedInterfaces(root fs.FS) (map[string]string, error) {
	files, interfaces := map[string]*ast.File{}, map[string]bool{}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name == "docs" || path.Base(name) == "testdata" || strings.HasPrefix(path.Base(name), ".") && name != "."):
			return fs.SkipDir
		case path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files[name] = file
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				if _, ok := spec.Type.(*ast.InterfaceType); ok {
					interfaces[file.Name.Name+"."+spec.Name.Name] = true
				}
			}
			return true
		})
		return nil
	})
	asserted := map[string]string{}
	for name, file := range files {
		note := func(of ast.Expr) {
			word := ""
			switch of := of.(type) {
			case *ast.Ident:
				word = file.Name.Name + "." + of.Name
			case *ast.SelectorExpr:
				if pkg, ok := of.X.(*ast.Ident); ok {
					word = pkg.Name + "." + of.Sel.Name
				}
			case *ast.InterfaceType:
				for _, method := range of.Methods.List {
					if method.Names != nil {
						asserted[method.Names[0].Name] = name
					}
				}
			}
			if interfaces[word] {
				asserted[word] = name
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeAssertExpr:
				note(n.Type)
			case *ast.CaseClause:
				for _, of := range n.List {
					note(of)
				}
			}
			return true
		})
	}
	return asserted, err
}
