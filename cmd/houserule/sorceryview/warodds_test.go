package sorceryview

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/sorcery"
)

// besieging is looked at while west decides in its second turn what its besiegers
// do.
func besieging(t testing.TB, look func(v *View)) {
	t.Helper()
	lib := testLibrary(t)
	any := warOf(t, lib, "two-valleys", campaignOf(t, lib, "two-valleys"))
	v := nearby(t, any, "sir-oswin, 4 spearmen, lancers, 2 levies*", "2 orc-spears, orc-archers")
	done := false
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		v.Ask(q)
		defer v.Ask(engine.Question{})
		switch v.kind() {
		case toMove:
			p := q.Choice.(*sorcery.Picking)
			spearman := sorcery.Picked + 1
			if q.Side == 0 && p.Legal(spearman) {
				return spearman, nil
			}
			return sorcery.Pass, nil
		case toJoin:
			if v.battle.Turn() > 1 {
				return sorcery.All, nil
			}
			for answer := range q.Choice.Each { // those in good order: the others do not enter
				if u := v.picked(answer); u != nil && !u.Demoralized() {
					return answer, nil
				}
			}
			return sorcery.Pass, nil
		case toDecline:
			return sorcery.Yes, nil
		case toOrder:
			if v.battle.Turn() < 2 {
				return engine.ParseLegal(q.Choice, "march 0804")
			}
			done = true
			look(v)
			return 0, engine.ErrRewind
		}
		return q.First(), nil
	})
	v.battle.Play(engine.NewTable(engine.NewDice(1), player, player))
	if !done {
		t.Error("there was no siege")
	}
}

// What dice decide on the map is told exactly.
func TestMapOdds(t *testing.T) {
	var out strings.Builder
	besieging(t, func(v *View) {
		fmt.Fprintf(&out, "%s\n%s\n", v.warLine(), v.Asks())
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
