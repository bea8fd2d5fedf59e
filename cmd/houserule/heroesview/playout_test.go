package heroesview

import (
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library/heroesdata"
)

// What a script or a house changes after the roll is in every line of the odds of an
// attack. A golem hits another with 3 + 4 or more (H2.2), which kills it, or is struck back
// (H5.1).
func TestSequelAsPlayed(t *testing.T) {
	for _, row := range []struct {
		name                string
		change              func(g *heroes.Game)
		aggressor, defender string
		sequel, whole       string
	}{
		{
			"no script", func(*heroes.Game) {}, "1 gold-golem", "2 gold-golem",
			"kills Gold Golem; strikes back: 90 % if missed, 70 % if hit",
			"a1 loses 1 card and d1 loses 1 card 49 %; a1 loses 1 card 27 %; d1 loses 1 card 21 %; no card is lost 3 %",
		},
		{
			"a shield burns the attacker before it is struck back", func(g *heroes.Game) {
				g.Hooks.Kill.Add(func(b *heroes.Battle, blow heroes.Blow, n int) int {
					if !blow.How.Retaliation() && b.Roll(10, 5) >= 5 {
						b.Remove(blow.At, blow.By, 1)
					}
					return n
				})
			}, "1 gold-golem", "2 gold-golem",
			"kills Gold Golem; strikes back: 90 % if missed, 28 % if hit",
			"a1 loses 1 card and d1 loses 1 card 61.6 % (77/125); a1 loses 1 card 27 %; d1 loses 1 card 8.4 % (21/250); no card is lost 3 %",
		},
		{
			"a hit kills more", func(g *heroes.Game) {
				g.Hooks.Kill.Add(func(_ *heroes.Battle, _ heroes.Blow, n int) int { return n + 1 })
			}, "1 gold-golem", "3 gold-golem",
			"kills 2 of 3 cards; strikes back: 100 % if missed, 70 % if hit",
			"a1 loses 1 card and d1 loses 2 cards 49 %; a1 loses 1 card 30 %; d1 loses 2 cards 21 %",
		},
		{
			"a hit kills more or not", func(g *heroes.Game) {
				g.Hooks.Kill.Add(func(b *heroes.Battle, blow heroes.Blow, n int) int {
					if !blow.How.Retaliation() && b.Roll(2, 2) == 2 {
						return n + 1
					}
					return n
				})
			}, "1 gold-golem", "2 gold-golem",
			"kills 1 to 2 of 2 cards; strikes back: 90 % if missed, 35 % if hit",
			"d1 loses 2 cards 35 %; a1 loses 1 card 27 %; a1 loses 1 card and d1 loses 1 card 24.5 % (49/200); d1 loses 1 card 10.5 % (21/200); no card is lost 3 %",
		},
		{
			"a hit kills nothing", func(g *heroes.Game) {
				g.Hooks.Kill.Add(func(*heroes.Battle, heroes.Blow, int) int { return 0 })
			}, "1 gold-golem", "2 gold-golem",
			"kills nothing; strikes back: 90 %",
			"no card is lost 100 %",
		},
		{
			"it strikes first", func(g *heroes.Game) {
				g.Hooks.Answer.Add(func(*heroes.Battle, heroes.Blow, heroes.Answer) heroes.Answer { return heroes.BeforeAttack })
			}, "1 gold-golem", "2 gold-golem",
			"kills Gold Golem; it strikes first: 90 %",
			"a1 loses 1 card 90 %; d1 loses 1 card 7 %; no card is lost 3 %",
		},
		{
			"it turns to stone and does not strike back", func(g *heroes.Game) {
				g.Hooks.Killed.Add(func(b *heroes.Battle, blow heroes.Kill, _ engine.None) engine.None {
					if blow.At.Top() != nil && b.Roll(10, 8) >= 8 {
						b.Take(blow.At, heroes.Protecting)
					}
					return engine.None{}
				})
				g.Hooks.Retaliate.Add(func(_ *heroes.Battle, back heroes.Blow, r *heroes.Ruling) *heroes.Ruling {
					if back.By.Stance() == heroes.Protecting {
						return &heroes.Ruling{Text: "it is stone"}
					}
					return r
				})
			}, "1 gold-golem", "2 gold-golem",
			"kills Gold Golem; strikes back: 90 % if missed, 49 % if hit",
			"d1 loses 1 card 35.7 % (357/1000); a1 loses 1 card and d1 loses 1 card 34.3 % (343/1000); a1 loses 1 card 27 %; no card is lost 3 %",
		},
		{
			"it strikes back at two cards", func(g *heroes.Game) { g.Rules.RetaliationSwats = true }, "2 peasant", "3 gold-golem",
			"kills Gold Golem; strikes back: 100 % if missed, 80 % if hit",
			"a1 loses 2 cards and d1 loses 1 card 48 %; a1 loses 2 cards 40 %; d1 loses 1 card 12 %",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			lib := withMods(t, nil)
			row.change(heroesdata.Game(lib))
			v := viewOf(t, lib, row.aggressor, row.defender)
			got, err := v.Odds(t.Context(), []string{"a1", "attack", "d1"})
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(got, "\n")
			if lines[1] != row.sequel || lines[2] != "in all: "+row.whole {
				t.Errorf("got\n%s\n%s", lines[1], lines[2])
			}
		})
	}
}
