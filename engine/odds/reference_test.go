package odds_test

import (
	"context"
	"math"
	"os"
	"testing"

	"houserule/engine/heroes"
	"houserule/engine/heroes/strategy"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/odds"
)

// The whole reference battle, by enumeration: eight implementations agree on
// 9.11386 % and 3.88297 rounds.
func TestReferenceBattle(t *testing.T) {
	lib, err := library.Load(heroesdata.Format(), os.DirFS("../.."), "creatures.toml", "mods/heroes")
	if err != nil {
		t.Fatal(err)
	}
	s, err := lib.Scenario("reference")
	if err != nil {
		t.Fatal(err)
	}
	b, err := heroes.NewBattle(heroesdata.Game(lib), s.Setup.(heroes.Setup))
	if err != nil {
		t.Fatal(err)
	}
	g := odds.NewGraph(b, new(strategy.Reference), new(strategy.Reference))
	root := g.Begin()
	if err := g.Explore(context.Background()); err != nil {
		t.Fatal(err)
	}
	o, err := g.Odds(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("aggressor %.15f, defender %.15f, draw %.3g, %.12f rounds; bound %.2g and %.2g; %d states", o.Wins[0].Value, o.Wins[1].Value, o.Draws.Value, o.Rounds.Value, o.Bound, o.RoundsBound, o.States)
	if p := o.Wins[0].Value; math.Abs(p-0.091138596766) > 1e-12 || math.Abs(o.Rounds.Value-3.88297) > 5e-6 {
		t.Errorf("aggressor %.12f, %.6f rounds; want 0.091138596766 and 3.88297", p, o.Rounds.Value)
	}
}
