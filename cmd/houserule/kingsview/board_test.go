package kingsview

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"houserule/cmd/houserule/view"
	"houserule/cmd/houserule/viewtest"
	"houserule/engine/kings"
)

// The board at three widths, in battles where everything occurs that it can
// show.
func TestBoards(t *testing.T) {
	lib := withPlays(t)
	for _, test := range []struct {
		scenario string
		choices  int
		why      string
	}{
		{"castle-against-citadel", 6, "forts that were hit, in the middle of a step"},
		{"heroes-and-relics", 9, "items, some of them on counters, one that fights"},
		{"four-kings", 9, "four players and whom they attack"},
		{"crowded-retreat", 6, "a retreat, and how full the camp is"},
		{"gold-rush", 0, "a counter that does not fight"},
		{"wilderness", 1000, "a battle that is over"},
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

// No line of any board is wider than the screen, or trails blanks.
func TestBoardsFit(t *testing.T) {
	lib := testLibrary(t)
	long := lib.Scenarios[0]
	long.Name = strings.Repeat("A very long title ", 12)
	setup := long.Setup.(kings.Setup)
	setup.Neighbors = []kings.Neighbor{{Name: strings.Repeat("far", 20), Army: kings.Army{{N: 3, Thing: setup.Sides[0].Army[0].Thing}}, Enemies: true}}
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

// What there is to read of a counter, and the odds of dice, word by word.
func TestTexts(t *testing.T) {
	lib := testLibrary(t)
	var out strings.Builder
	for _, test := range []struct {
		scenario string
		choices  int
		commands []string
	}{
		{"castle-against-citadel", 6, []string{"show a1", "show a2", "show d7", "odds a1", "odds d7", "odds step", "odds magic", "odds", "options", "hint"}},
		{"heroes-and-relics", 0, []string{"show a1", "show d6", "show d9", "odds ranged", "options", "hint"}},
		{"heroes-and-relics", 6, []string{"show a1", "show a8", "show d8", "show d3", "options"}},
		{"four-kings", 0, []string{"odds step", "options"}},
		{"crowded-retreat", 6, []string{"show a1", "options", "odds"}},
		{"gold-rush", 0, []string{"show d6", "show d5"}},
		{"wilderness", 1000, []string{"odds", "hint", "survivors"}},
	} {
		lookAt(t, lib, test.scenario, test.choices, func(v *View) {
			out.WriteString(viewtest.Session(v, test.commands))
		})
	}
	viewtest.Golden(t, "texts.txt", out.String())
}

// A screen with the options and odds of every counter is drawn at once.
func BenchmarkScreen(b *testing.B) {
	lookAt(b, testLibrary(b), "magicians", 3, func(v *View) {
		for b.Loop() {
			if view.Draw(v, view.Size{Columns: 80}) == "" {
				b.Fatal("nothing to see")
			}
			for _, name := range v.Units() {
				v.Odds(context.Background(), []string{name}) // or why not
			}
		}
	})
}
