package sorcery

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// warFiles are the files of the war. All others are of the fight, which does not know it.
var warFiles = []string{
	"campaign", "front", "header", "land", "map", "march", "news", "order", "rally", "reaction", "recon",
	"retreat", "siege", "stacking", "step", "storm", "turn", "victory", "war", "warhooks",
}

// known are the names of the war in the files of the fight: a game has the hooks of both, the
// war adds its rows to the tables of a game, and a unit has a post in the war.
var known = []string{
	"hooks.go: WarHooks", "rules.go: addTurn", "rules.go: Campaign", "rules.go: NewCampaign", "words.go: orders", "words.go: whoGoes",
	"unit.go: post", "deeds.go: post", "deeds.go: OffMap", "roll.go: Spot",
}

// The fight names nothing of the war around it.
func TestFightKnowsNoWar(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var fight []string
	files := map[string]*ast.File{}
	type level struct{ war, member bool }
	declared := map[level]map[string]bool{{}: {}, {member: true}: {}, {war: true}: {}, {true, true}: {}}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		war := slices.Contains(warFiles, strings.TrimSuffix(name, ".go"))
		if files[name] = file; !war {
			fight = append(fight, name)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				declared[level{war, n.Recv != nil}][n.Name.Name] = true
				return false
			case *ast.TypeSpec:
				declared[level{war: war}][n.Name.Name] = true
			case *ast.ValueSpec:
				for _, id := range n.Names {
					declared[level{war: war}][id.Name] = true
				}
			case *ast.Field:
				for _, id := range n.Names {
					declared[level{war, true}][id.Name] = true
				}
			}
			return true
		})
	}
	var found []string
	for _, name := range fight {
		note := func(id *ast.Ident, member bool) {
			if of := name + ": " + id.Name; declared[level{true, member}][id.Name] && !declared[level{false, member}][id.Name] && !slices.Contains(found, of) {
				found = append(found, of)
			}
		}
		for _, id := range files[name].Unresolved {
			note(id, false)
		}
		ast.Inspect(files[name], func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				note(sel.Sel, true)
			}
			return true
		})
	}
	for _, of := range found {
		if !slices.Contains(known, of) {
			t.Errorf("the fight names what is the war's: %s", of)
		}
	}
	for _, of := range known {
		if !slices.Contains(found, of) {
			t.Errorf("%s is not named any more: take it from the list", of)
		}
	}
}
