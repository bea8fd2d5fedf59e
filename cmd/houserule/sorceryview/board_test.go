package sorceryview

import (
	"fmt"
	"strings"
	"testing"

	"houserule/cmd/houserule/view"
	"houserule/cmd/houserule/viewtest"
	"houserule/engine/sorcery/fight"
)

// The board at three widths, in battles where everything occurs that it can
// show.
func TestBoards(t *testing.T) {
	lib := testLibrary(t)
	for _, test := range []struct {
		scenario string
		choices  int
		why      string
	}{
		{"long-meadow", 14, "chargers, and the demoralized"},
		{"red-ford", 3, "units at half strength, who came over water"},
		{"relief", 1, "stacks beside the hex"},
		{"rear-guard", 34, "sides that withdraw, and their rear guards"},
		{"five-at-supper", 5, "characters alone against an army"},
		{"penguins", 4, "monsters, side by side"},
		{"inside-the-walls", 1000, "a battle that is over"},
	} {
		lookAt(t, lib, test.scenario, test.choices, func(v *View) {
			for _, width := range []int{60, 80, 120} {
				name := fmt.Sprintf("%s-%d.txt", test.scenario, width)
				t.Run(name, func(t *testing.T) {
					viewtest.Golden(t, name, test.why+"\n"+view.Draw(v, view.Size{Columns: width}))
				})
			}
		})
	}
}

// S3.7: a side that is asked for its way out leaves now, and no round later.
func TestBoardOfLeavers(t *testing.T) {
	lib := testLibrary(t)
	leaves := false
	for n := range 120 {
		if leaves {
			break
		}
		lookAt(t, lib, "rear-guard", n, func(v *View) {
			leaves = v.Form() == fight.FormLeave
			drawn := strings.Join(strings.Fields(view.Draw(v, view.Size{Columns: 80})), " ")
			if leaves && (!strings.Contains(drawn, "withdraws now") || strings.Contains(drawn, "withdraws after")) {
				t.Errorf("while the way out is chosen the board says\n%s", drawn)
			}
		})
	}
	if !leaves {
		t.Error("no side was asked where it withdraws to")
	}
}

// No line of any board is wider than the screen, or trails blanks.
func TestBoardsFit(t *testing.T) {
	lib := testLibrary(t)
	long := battles(lib)[0]
	long.Name = strings.Repeat("A very long title ", 12)
	setup := long.Setup.(fight.Setup)
	setup.Neighbors = []fight.Neighbor{{
		Name: strings.Repeat("far", 20), Terrain: setup.Terrain, Watched: true, Army: fight.Army{{N: 3, Kind: setup.Armies[0][0].Kind}},
	}}
	long.Setup = setup
	for _, s := range lib.Scenarios {
		for _, n := range []int{0, 3, 8, 20, 1000} {
			lookAt(t, lib, s.ID, n, func(v *View) {
				for width := 40; width < 170; width += 7 {
					viewtest.Fits(t, s.ID, view.Draw(v, view.Size{Columns: width}), width)
				}
			})
		}
	}
}

// Every unit in the hex stands in one row of the board, in the order of its
// array.
func TestRowsAreTheArray(t *testing.T) {
	lib := testLibrary(t)
	for _, s := range battles(lib) {
		for _, n := range []int{0, 5, 11, 17} {
			lookAt(t, lib, s.ID, n, func(v *View) {
				a := v.look()
				for side := range fight.Seats {
					var want, got []string
					for u := range v.battle.Line(side) {
						want = append(want, v.battle.Name(u))
					}
					for u := range v.battle.Heads(side) {
						want = append(want, v.battle.Name(u))
					}
					for _, r := range v.unitsOf(a, side) {
						units := view.UnitsIn(v, r.Names())
						if len(units) != r.Count {
							t.Errorf("%s: %s are %d", s.ID, r.Names(), r.Count)
						}
						got = append(got, units...)
					}
					if strings.Join(got, " ") != strings.Join(want, " ") {
						t.Errorf("%s, choice %d: the rows are %v, want %v", s.ID, n, got, want)
					}
				}
			})
		}
	}
}

// What there is to read of a unit, and the odds, word by word.
func TestTexts(t *testing.T) {
	lib := testLibrary(t)
	var out strings.Builder
	for _, test := range []struct {
		scenario string
		choices  int
		commands []string
	}{
		{"long-meadow", 1, []string{"show a2", "show d1", "show d13", "options", "odds round", "odds d4", "odds a1", "hint"}},
		{"long-meadow", 6, []string{"options", "odds round stand"}},
		{"red-ford", 3, []string{"show a2", "options"}},
		{"summoners", 0, []string{"show a3", "options", "odds round flyers"}},
		{"relief", 8, []string{"show d16", "options", "odds round"}},
		{"rear-guard", 22, []string{"show d2", "options", "odds round"}},
		{"five-at-supper", 0, []string{"show a1", "options", "odds round yield", "odds round"}},
		{"five-at-supper", 5, []string{"options", "odds a1", "odds round"}},
		{"penguins", 0, []string{"show a1", "options", "odds round match d10"}},
		{"inside-the-walls", 1000, []string{"odds", "odds round", "hint", "survivors"}},
	} {
		lookAt(t, lib, test.scenario, test.choices, func(v *View) {
			out.WriteString(viewtest.Session(v, test.commands))
		})
	}
	viewtest.Golden(t, "texts.txt", out.String())
}
