package fair_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/fair"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/gamestest"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/players"
)

// Whoever plays what the README or a lesson recommends begins with a chance of 35 to 75 %.
func TestRecommended(t *testing.T) {
	var list strings.Builder
	recommend := func(where, game, scenario, seats string) bool {
		r := bundled.Resolver()
		r.Game = game
		lib, err := r.Load(games.Having(games.HasScenario(scenario)))
		if err != nil {
			t.Fatalf("%s: %v", where, err)
		}
		s, err := lib.Scenario(scenario)
		if err != nil {
			return false
		}
		names, _ := view.Deal(strings.Split(seats, ","), len(s.Setup.SeatNames()))
		c := fair.Shipped(lib, s)
		for _, side := range view.People(names) {
			fmt.Fprintf(&list, "%s: %s %s, %s: %.1f %%\n", where, lib.Format.Name(), s.ID, engine.The(s.Setup.SeatNames()[side]), 100*c.Wins[side])
			if chance := c.Wins[side]; chance < 0.35 || chance > 0.75 {
				t.Errorf("%s: %s: a person in seat %d wins %.1f %%", where, s.ID, side, 100*chance)
			}
		}
		return true
	}
	text, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	seats := regexp.MustCompile(`--seats ([\w:,]+)`)
	for _, m := range regexp.MustCompile(`(?m)^houserule ((?:play|serve) ([a-z].*?)) +#`).FindAllStringSubmatch(string(text), -1) {
		scenario, _, _ := strings.Cut(m[2], " ")
		seat := players.Human + ",greedy"
		if given := seats.FindStringSubmatch(m[2]); given != nil {
			seat = given[1]
		}
		if !recommend("README, "+m[1], "", scenario, seat) {
			t.Errorf("README: %s: no scenario", m[1])
		}
	}
	recommend("README, no arguments", "heroes", "golem-wall", players.Human)
	recommend("README, --game kings", "kings", "skirmish", players.Human)
	for _, g := range bundled.Resolver().Games() {
		lib := gamestest.Base(t, g)
		for _, s := range lib.Scenarios {
			found := 0
			for _, l := range s.Lessons {
				for _, act := range view.ParseLesson(l.Text).Acts() {
					if scenario, ok := strings.CutPrefix(act.Text, "new "); ok && recommend("lessons of "+s.ID, g.Name(), scenario, players.Human) {
						found++
					}
				}
			}
			if len(s.Lessons) > 0 && found == 0 {
				t.Errorf("the lessons of %s recommend no scenario", s.ID)
			}
		}
	}
	gamestest.Golden(t, "testdata/recommended.golden", list.String())
}
