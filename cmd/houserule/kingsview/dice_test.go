package kingsview

import (
	"context"
	"strings"
	"testing"

	"houserule/cmd/houserule/view"
	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/kings"
	"houserule/engine/players"
)

// Who rolls by hand is told for whom, and what the die has to show; the board
// marks who it is.
func TestDiceByHand(t *testing.T) {
	lib := testLibrary(t)
	v := viewOf(t, lib, "e1", kings.Setup{Sides: []kings.SideSetup{
		{Army: parsed(t, lib, "green-knight, troll, goblins")},
		{Army: parsed(t, lib, "sword-master, city")},
	}})
	var asked []string
	dice := []int{4, 5, 6, 3, 3, 6, 1, 1, 1, 1, 1, 1, 1, 1}
	luck := engine.OracleFunc(func(q engine.Question) (int, error) {
		v.Ask(q)
		defer v.Ask(engine.Question{})
		asked = append(asked, v.Prompt()+" "+v.Asks())
		for line := range strings.Lines(view.Draw(v, view.Size{Columns: 80})) {
			if strings.Contains(line, "> ") {
				asked = append(asked, strings.TrimSuffix(line, "\n"))
			}
		}
		n := dice[0]
		dice = append(dice[1:], n)
		return n, nil
	})
	table := engine.NewTable(luck, players.Greedy{}, players.Greedy{})
	table.Listen(engine.ListenerFunc(func(engine.Seats, engine.Event) {}))
	if err := engine.Play(v.Battle(), table); err != nil {
		t.Fatal(err)
	}
	viewtest.Golden(t, "dice.txt", strings.Join(asked, "\n")+"\n")
}

// Every word that is offered behind odds tells some, or says why it does not; and every unit can be
// shown: in every fourth scenario, and where HOUSERULE_LONG is set in all.
func TestOddsWords(t *testing.T) {
	lib := testLibrary(t)
	for i, s := range lib.Scenarios {
		if i%4 > 0 && !enginetest.Long {
			continue
		}
		lookAt(t, lib, s.ID, 0, func(v *View) {
			words := v.OddsWords(nil)
			if !v.Over() && len(words) < 4+v.battle.Seats() || v.OddsWords(words[:1]) != nil {
				t.Errorf("%s: %v are offered", s.ID, words)
			}
			for _, word := range words {
				if _, err := v.Odds(context.Background(), []string{word}); err != nil && !strings.Contains(err.Error(), "does not roll: it ") {
					t.Errorf("%s: odds %s: %v", s.ID, word, err)
				}
			}
			for _, name := range v.Units() {
				if text := viewtest.Command(v, []string{"show", name}); !v.IsUnit(name) || !strings.HasPrefix(text, name+": ") {
					t.Errorf("%s: show %s: %q", s.ID, name, text)
				}
			}
		})
	}
	lookAt(t, lib, "gold-rush", 0, func(v *View) {
		for typed, want := range map[string]string{
			"odds d6":       "d6 (Gold Mine) does not roll: it has no combat value (K3.4)",
			"odds d9":       `unknown counter "d9"`,
			"odds magick":   `unknown counter or step "magick"`,
			"odds melee a1": `"a1" is too much: odds takes a counter or a step`,
			"show d9":       `unknown counter "d9"`,
		} {
			if got := viewtest.Command(v, strings.Fields(typed)); got != "error: "+want {
				t.Errorf("%s: %s, want %s", typed, got, want)
			}
		}
	})
	lookAt(t, lib, "heroes-and-relics", 0, func(v *View) {
		if got, want := viewtest.Command(v, []string{"odds", "a8"}), "error: a8 (Talisman) does not roll: it is held, to be played"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
	crowd := viewOf(t, lib, "duel", kings.Setup{Sides: []kings.SideSetup{
		{Army: parsed(t, lib, "250 goblins")}, {Army: parsed(t, lib, "troll")},
	}})
	crowd.Battle().Begin(engine.NewTable(engine.NewDice(1), players.Greedy{}, players.Greedy{}))
	if got, want := viewtest.Command(crowd, []string{"odds", "melee"}), "error: attacker rolls 250 dice: odds are available for up to 200"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
