package sorceryview

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// besieging is looked at while west decides in its second turn what its besiegers
// do.
func besieging(t testing.TB, look func(v *View)) {
	t.Helper()
	lib := testLibrary(t)
	besiegingIn(t, lib, func(v *View) (int, error) {
		look(v)
		return 0, engine.ErrRewind
	})
}

// besiegingIn is besieging with the data of a library, and with the order that
// the besiegers get then.
func besiegingIn(t testing.TB, lib *library.Library, order func(v *View) (int, error)) {
	t.Helper()
	any := warOf(t, lib, "two-valleys", campaignOf(t, lib, "two-valleys"))
	v := nearby(t, any, "sir-oswin, 4 spearmen, lancers, 2 levies*", "2 orc-spears, orc-archers")
	done := false
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		v.Ask(q)
		defer v.Ask(engine.Question{})
		switch v.Form() {
		case sorcery.FormMove:
			p := q.Choice.(*fight.Picking)
			spearman := fight.Picked + 1
			if q.Side == 0 && p.Legal(spearman) {
				return spearman, nil
			}
			return fight.Pass, nil
		case sorcery.FormWith:
			if v.onMap.war().Turn() > 1 {
				return fight.All, nil
			}
			for answer := range q.Choice.Each { // those in good order: the others do not enter
				if u := v.picked(answer); u != nil && !u.Demoralized() {
					return answer, nil
				}
			}
			return fight.Pass, nil
		case sorcery.FormDecline:
			return fight.Yes, nil
		case sorcery.FormOrder:
			if v.onMap.war().Turn() < 2 {
				return engine.ParseLegal(q.Choice, "march 0804")
			}
			done = true
			return order(v)
		case sorcery.FormEnter:
			return order(v)
		}
		return q.First(), nil
	})
	engine.Play(v.Battle(), engine.NewTable(engine.NewDice(1), player, player))
	if !done {
		t.Error("there was no siege")
	}
}

// What dice decide on the map is told exactly.
func TestMapOdds(t *testing.T) {
	var out strings.Builder
	besieging(t, func(v *View) {
		fmt.Fprintf(&out, "%s\n%s\n", v.onMap.warLine(), v.Asks())
		for _, line := range []string{"", "breach", "breach 0804", "assault", "assault 0804", "breach 0101", "breach 0804 0805", "supply", "supply 0804", "react", "round", "w1", "nonsense", "supply 9999"} {
			text, err := v.Odds(context.Background(), strings.Fields(line))
			if err != nil {
				text = "error: " + err.Error()
			}
			fmt.Fprintf(&out, "> odds %s\n%s\n", line, text)
		}
		fmt.Fprintf(&out, "> show 0804\n%s\n", viewtest.Command(v, []string{"show", "0804"}))
		for answer := range v.Asked().Choice.Each {
			fmt.Fprintf(&out, "%s: %s\n", v.Typed(answer), v.note(answer))
		}
	})
	viewtest.Golden(t, "map-odds.txt", out.String())
}

// Those who have made a breach are asked whether they enter (S4).
func TestBreachIsAsked(t *testing.T) {
	lib := testLibrary(t)
	gameOf(lib).WarHooks.BreachDie.Add(func(*fight.Battle, sorcery.Siege, int) int { return 0 })
	var got []string
	besiegingIn(t, lib, func(v *View) (int, error) {
		if v.Form() == sorcery.FormOrder {
			return engine.ParseLegal(v.Asked().Choice, "breach 0804")
		}
		got = append(got, v.Prompt(), v.Asks())
		for n := range v.Asked().Choice.Each {
			viewtest.Option(t, v, n)
			got = append(got, v.Typed(n)+": "+v.note(n))
		}
		return 0, engine.ErrRewind
	})
	want := []string{
		"west enters?", "The way into 0804 (The Tooth) is open. Do those of the west who have made it stay outside, or enter?",
		"enter: all of them, to fight the enemy there (S4)", "stay: the breach is closed again (S4)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// Who stands at a wall that encloses nothing is told what an assault and a breach
// of it come to, and nobody else is (S4, S6).
func TestPartWalls(t *testing.T) {
	lib := testLibrary(t)
	for side, want := range map[engine.Side]string{
		0: "breach of 0201 from 0101: 8.3 % (1/12), with one die below 2: 2 turns at the wall (S4), and then one below 4: 4 besieging units (S4)\n" +
			"assault of 0201 from 0101: each of 3 units gets in 16.7 % (1/6), is demoralized 16.7 % (1/6); at least one gets in 42.1 % (91/216) (S4)\n" +
			"  the west stands at the wall to the northwest, turn 2 (S4)",
		1: "breach of 0101 from 0201: 2.8 % (1/36), with one die below 2: 2 turns at the wall (S4), and then one below 2: 2 besieging units (S4)\n" +
			"assault of 0101 from 0201: each of 2 units gets in 16.7 % (1/6), is demoralized 16.7 % (1/6); at least one gets in 30.6 % (11/36) (S4)",
	} {
		v := warOf(t, lib, "part-wall", campaignOf(t, lib, "part-wall"), "human", "human")
		looks := 0
		player := engine.OracleFunc(func(q engine.Question) (int, error) {
			v.Ask(q)
			defer v.Ask(engine.Question{})
			if q.Side != side || v.onMap.war().Turn() < 2 || v.Form() != sorcery.FormMove {
				return q.First(), nil
			}
			looks++
			var got []string
			for _, line := range []string{"breach", "assault"} {
				text, err := v.Odds(context.Background(), []string{line})
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, text)
			}
			for line := range strings.Lines(viewtest.Command(v, []string{"show", "0201"})) {
				if strings.Contains(line, "stands at the wall") {
					got = append(got, strings.TrimSuffix(line, "\n"))
				}
			}
			if text := strings.Join(got, "\n"); text != want {
				t.Errorf("side %d is told\n%s\nand not\n%s", side, text, want)
			}
			return 0, engine.ErrRewind
		})
		engine.Play(v.Battle(), engine.NewTable(engine.NewDice(1), player, player))
		if looks == 0 {
			t.Errorf("side %d has not looked", side)
		}
	}
}
