package sorceryview

import (
	"context"
	"strings"
	"testing"

	"houserule/cmd/houserule/view"
	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/players"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// What one side declares in secret makes no difference to what the other is
// shown (S3.2).
func TestChargesAreSecret(t *testing.T) {
	lib := testLibrary(t)
	shown := map[int]string{}
	for _, declared := range []int{fight.Pass, fight.All} {
		v := viewOf(t, lib, "long-meadow", setupOf(t, lib, "long-meadow"))
		player := engine.OracleFunc(func(q engine.Question) (int, error) {
			v.Ask(q)
			p, ok := q.Choice.(*fight.Picking)
			charges := ok && p.What == fight.PickCharge
			if charges != v.Secret() {
				t.Errorf("%s is secret: %t", v.Asks(), v.Secret())
			}
			switch {
			case charges && q.Side == fight.Attacker && p.Legal(declared):
				return declared, nil
			case charges && q.Side == fight.Defender:
				round, err := v.Odds(context.Background(), []string{theRound})
				if err != nil {
					t.Error(err)
				}
				whole, err := v.Odds(context.Background(), nil)
				if err != nil {
					t.Error(err)
				}
				hint, _, _ := v.Hint(t.Context())
				shown[declared] = strings.Join([]string{view.Draw(v, view.Size{Columns: 80}), v.Asks(), round, whole, hint, viewtest.Command(v, []string{"options"}), viewtest.Command(v, []string{"show", "a2"})}, "\n")
				return 0, engine.ErrRewind
			}
			return q.First(), nil
		})
		engine.Play(v.Battle(), engine.NewTable(engine.NewDice(1), player, player))
	}
	if shown[fight.Pass] == "" || shown[fight.Pass] != shown[fight.All] {
		t.Errorf("the defender is shown\n%s\nwhen nobody charges, and\n%s\nwhen all do", shown[fight.Pass], shown[fight.All])
	}
}

// Nothing that is shown of a campaign names a unit that is not seen (S6).
func TestHiddenStacksAreNotNamed(t *testing.T) {
	lib := testLibrary(t)
	hidden := 0
	for _, s := range lib.Scenarios {
		if _, ok := s.Setup.(sorcery.Campaign); !ok {
			continue
		}
		v := viewOf(t, lib, s.ID, s.Setup)
		left := 60
		player := players.NewRandom(fight.Attacker, 2)
		look := engine.OracleFunc(func(q engine.Question) (int, error) {
			if left--; left < 0 {
				return 0, engine.ErrRewind
			}
			v.Ask(q)
			defer v.Ask(engine.Question{})
			text := view.Draw(v, view.Size{Columns: 80}) + v.Asks() + strings.Join(v.Survivors(), "\n") + " " + strings.Join(v.Units(), " ") + " "
			for i := range v.battle.Units() {
				u := v.battle.Unit(i)
				if v.sees(u) {
					continue
				}
				hidden++
				name := v.battle.Name(u)
				if strings.Contains(text, name+" ") || strings.Contains(text, name+"-") {
					t.Fatalf("%s: %s is named, which the %s does not see:\n%s", s.ID, name, v.Seat(v.looker), text)
				}
				if _, err := v.Show(name); err == nil || strings.Contains(err.Error(), "known: ") && strings.Contains(err.Error(), name+",") {
					t.Errorf("%s: show %s: %v", s.ID, name, err)
				}
			}
			return player.Answer(q)
		})
		table := engine.NewTable(engine.NewDice(1), look, players.Greedy{})
		engine.Play(v.Battle(), table)
	}
	if hidden == 0 {
		t.Error("nobody was hidden")
	}
}

// A narrator, and who looks at a battle that is over, sees everything.
func TestNarratorsSeeEverything(t *testing.T) {
	lib := testLibrary(t)
	lookAt(t, lib, "two-valleys", 3, func(v *View) {
		if v.viewer() != v.looker {
			t.Errorf("%d looks, not %d", v.viewer(), v.looker)
		}
		v.SetPlayers([]string{"greedy", "random"})
		if v.viewer() != fight.Omniscient {
			t.Errorf("a narrator is %d", v.viewer())
		}
	})
	lookAt(t, lib, "inside-the-walls", 1000, func(v *View) {
		if v.viewer() != fight.Omniscient {
			t.Errorf("behind the end %d looks", v.viewer())
		}
	})
}
