// Package catalog prints what a library holds: creatures, abilities, spells,
// scenarios and the paragraphs of the rulebook, as a table or one by one.
package catalog

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
)

// A Kind is a kind of entry.
type Kind struct {
	Name string // "creature"
	IDs  func(*library.Library) []string
	// List returns the head of a table and its rows, cells parted by tabs.
	List func(*library.Library) (head string, rows []string, err error)
	Show func(io.Writer, *library.Library, string) error
}

// Print lists the entries whose line holds find, width columns wide (0: as
// wide as they are).
func (k Kind) Print(out io.Writer, lib *library.Library, find string, width int) error {
	head, rows, err := k.List(lib)
	if err != nil {
		return err
	}
	rows = slices.DeleteFunc(rows, func(row string) bool {
		return !strings.Contains(strings.ToLower(row), strings.ToLower(find))
	})
	if len(rows) == 0 {
		fmt.Fprintln(out, "There is none like that.")
		return nil
	}
	cells := [][]string{strings.Split(head, "\t")}
	for _, row := range rows {
		cells = append(cells, strings.Split(row, "\t"))
	}
	screen.Table(out, width, cells)
	return nil
}

// Creatures are the creatures that a filter takes.
func Creatures(f *Filter) Kind {
	return Kind{
		Name: "creature",
		IDs:  creatureIDs,
		List: func(lib *library.Library) (string, []string, error) {
			if err := f.check(lib); err != nil {
				return "", nil, err
			}
			return "creature\talignment\tlevel\tmelee\tranged\tdefense\tphase\tcost\tabilities and spells", creatureRows(lib, *f), nil
		},
		Show: showCreature,
	}
}

// Abilities are those of creatures.
func Abilities() Kind {
	return Kind{
		Name: "ability",
		IDs:  abilityIDs,
		List: func(lib *library.Library) (string, []string, error) {
			var rows []string
			for _, a := range heroesdata.Abilities(lib) {
				rows = append(rows, a.ID+"\t"+a.Text)
			}
			return "ability\twhat it does", rows, nil
		},
		Show: func(out io.Writer, lib *library.Library, id string) error {
			a, err := heroesdata.Ability(lib, id)
			if err != nil {
				return err
			}
			showEntry(out, a.Name, a.ID, a.Text, a.Rule, "creatures with it", owners(lib, Filter{Ability: a.ID}), lib.Source(a))
			return nil
		},
	}
}

// Spells are those that creatures cast.
func Spells() Kind {
	return Kind{
		Name: "spell",
		IDs:  spellIDs,
		List: func(lib *library.Library) (string, []string, error) {
			var rows []string
			for _, s := range heroesdata.Game(lib).Spells {
				rows = append(rows, s.ID+"\t"+spellKind(s)+"\t"+s.Text)
			}
			return "spell\tkind\twhat it does", rows, nil
		},
		Show: func(out io.Writer, lib *library.Library, id string) error {
			s, err := heroesdata.Spell(lib, id)
			if err != nil {
				return err
			}
			showEntry(out, s.Name+", "+spellKind(s), s.ID, s.Text, s.Rule, "casters", owners(lib, Filter{Spell: s.ID}), lib.Source(s))
			return nil
		},
	}
}

// Scenarios are the battles to play.
func Scenarios() Kind {
	return Kind{
		Name: "scenario",
		IDs:  scenarioIDs,
		List: func(lib *library.Library) (string, []string, error) {
			var rows []string
			for _, s := range lib.Scenarios {
				rows = append(rows, s.ID+"\t"+s.Name+"\t"+s.Text)
			}
			return "scenario\ttitle\twhat it is about", rows, nil
		},
		Show: showScenario,
	}
}

// Rules are the paragraphs of the rulebook.
func Rules() Kind {
	return Kind{
		Name: "rule",
		IDs:  paragraphIDs,
		List: func(lib *library.Library) (string, []string, error) {
			var rows []string
			for _, p := range lib.Rulebook {
				rows = append(rows, p.ID+"\t"+p.Title)
			}
			return "rule\ttitle", rows, nil
		},
		Show: showRule,
	}
}
