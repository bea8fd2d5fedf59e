package heroes_test

import (
	"testing"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/heroes/ability"
)

// H1.2: the terms of a phase are the card's, those of effects, and what a script or the
// rounds of the house make of it.
func TestTermsOfAPhase(t *testing.T) {
	phase := func(n int) func(*heroes.Game) {
		return func(g *heroes.Game) {
			g.Hooks.Phase.Add(func(_ *heroes.Battle, s *heroes.Stack, phase int) int {
				if s.Top().ID == "gold-golem" {
					return n
				}
				return phase
			})
		}
	}
	for _, row := range []struct {
		name, rules, answers string
		change               func(*heroes.Game)
		want                 string
	}{
		{"the card's", "", "", nil, "7 = 7 Gold Golem card"},
		{"hasted", "", "> a1 cast haste a2\n", nil, "4 = 7 Gold Golem card, -3 Haste (haste) recruits.toml:335"},
		{"slowed, then hasted", "", "> a1 pass\n> d1 cast sloth a2\n> a2 pass\n> a1 cast haste a2\n", nil, "7 = 7 Gold Golem card, =10 Sloth (sloth) recruits.toml:345, -3 Haste (haste) recruits.toml:335"},
		{"a short round", "rules: phases=6\n", "> a1 cast haste a1\n", nil, "6 = 6 the last phase of a round (H1.1)"},
		{"a script", "", "> a1 cast haste a2\n", phase(5), "5 = 5 phase that a script gives (H1.2)"},
		{"a script before the round", "", "", phase(-3), "1 = 1 the first phase of a round (H1.1)"},
	} {
		t.Run(row.name, func(t *testing.T) {
			lib, err := recruits()
			if err != nil {
				t.Fatal(err)
			}
			tr, err := parseTranscript("aggressor: 1 priest, 1 gold-golem\ndefender: 1 priest\n"+row.rules+"explain: on\n\n"+row.answers+"...\n", lib)
			if err != nil {
				t.Fatal(err)
			}
			if row.change != nil {
				row.change(tr.game)
			}
			got := ""
			tr.then = func(c engine.Choice) {
				b := c.(*heroes.Act).Battle()
				got = b.Now(&b.Stacks()[1], ability.PhaseNumber).String()
			}
			if text, err := tr.play(); err != nil {
				t.Fatalf("%v, after\n%s", err, text)
			}
			if got != row.want {
				t.Errorf("got %s, want %s", got, row.want)
			}
		})
	}
}
