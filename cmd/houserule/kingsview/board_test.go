package kingsview

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"houserule/cmd/houserule/view"
	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
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

// K1.3: what has fought stands in the row of its step, even if it has marks of another now.
func TestBoardOfFought(t *testing.T) {
	lib := testLibrary(t)
	setup := kings.Setup{Sides: []kings.SideSetup{{Army: parsed(t, lib, "elf-lord, troll")}, {Army: parsed(t, lib, "village, goblins")}}}
	b, err := kings.NewBattle(kingsdata.Game(lib), setup)
	if err != nil {
		t.Fatal(err)
	}
	v := New(lib, library.Match{Setup: setup, Players: []string{"human", "human"}}, b)
	b.Begin(engine.NewTable(&engine.Script{Dice: []int{1, 6, 6, 6}, Choices: []string{"lose d1"}}))
	row := func() string {
		u := v.Board().Sides[0].Units
		for _, c := range u {
			if c.Name == "a1" {
				return fmt.Sprint(c.Row, " ", c.Done, " ", c.States, " ", c.Numbers[1].Text)
			}
		}
		return "gone"
	}
	for !b.Counter(0).Fought() {
		b.Step()
	}
	if got, want := row(), "ranged true [] 1"; got != want {
		t.Errorf("after its roll: %s, want %s", got, want)
	}
	b.Mark(b.Counter(0), kings.Charge)
	if got, want := row(), "ranged true [charge next round: melee] 2"; got != want {
		t.Errorf("with another mark: %s, want %s", got, want)
	}
	page, err := v.Show("a1")
	if want := "fights in the melee step with 2 dice, has rolled in the ranged step of this round"; err != nil || page.Facts[0].Text != want {
		t.Errorf("%v, %v, want %s", page.Facts[0], err, want)
	}
	for b.Round() == 1 && b.Err() == nil {
		b.Step()
	}
	if got, want := row(), "melee false [charge] 2"; got != want {
		t.Errorf("in the next round: %s, want %s", got, want)
	}
}
