package best_test

import (
	"context"
	"math"
	"os"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/heroesdata/heroestest"
	"houserule/engine/library/kingsdata"
	"houserule/engine/odds"
	"houserule/engine/players"
)

// The exact odds of the players that are returned are the value, and no other player does
// better against one of them.
func TestPlayersReachTheValue(t *testing.T) {
	for name, b := range battles(t) {
		g := solved(t, b)
		v := g.Start()
		if v.Gap() > 1e-9 {
			t.Errorf("%s: the value lies in %v", name, v)
		}
		pairs := [][]engine.Oracle{{g.Player(), g.Player()}}
		if strings.HasPrefix(name, "kings") { // in heroes random stacks swarm and help without end
			pairs = append(pairs, []engine.Oracle{odds.Lots{}, g.Player()}, []engine.Oracle{g.Player(), odds.Lots{}})
		}
		for _, seats := range pairs {
			graph := odds.NewGraph(b, seats...)
			root := graph.Begin()
			if err := graph.Explore(context.Background()); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			o, err := graph.Odds(root)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			got := o.Wins[0].Value + o.Draws.Value/2 + o.Never.Value/2
			_, first := seats[0].(odds.Lots)
			_, second := seats[1].(odds.Lots)
			switch {
			case first && got > v.High+1e-9, second && got < v.Low-1e-9:
				t.Errorf("%s: random wins more, %v, than best play of both, %v", name, got, v)
			case !first && !second && math.Abs(got-v.Middle()) > 1e-9:
				t.Errorf("%s: two best players come to %v, but the value is %v", name, got, v)
			}
		}
	}
}

// The best reply to a player that plays best reaches the value. The best reply to a worse
// player reaches at least the value and the odds of best play against that player.
func TestReply(t *testing.T) {
	for name, b := range battles(t) {
		g := solved(t, b)
		v := g.Start()
		for seat := range engine.Side(2) {
			reply := func(against engine.Oracle) best.Value {
				r, err := best.Reply(b, seat, against)
				if err == nil {
					err = r.Solve(context.Background())
				}
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				return r.Start().For(seat)
			}
			if got := reply(g.Player()); math.Abs(got.Middle()-v.For(seat).Middle()) > 1e-9 {
				t.Errorf("%s: the best reply of seat %d to best play wins %v, want %v", name, seat, got, v.For(seat))
			}
			if got := reply(players.Greedy{}); got.Low < v.For(seat).Low-1e-9 {
				t.Errorf("%s: the best reply of seat %d to greedy wins %v, less than %v", name, seat, got, v.For(seat))
			}
		}
	}
}

func solved(t *testing.T, b engine.Battle) *best.Game {
	t.Helper()
	g, err := best.New(b)
	if err == nil {
		err = g.Solve(context.Background())
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// battles are small battles of the rule systems.
func battles(t *testing.T) map[string]engine.Battle {
	t.Helper()
	all := map[string]engine.Battle{}
	kings, err := library.Load(kingsdata.Format(), os.DirFS("../.."), "mods/kings")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"skirmish", "duel"} {
		s, err := kings.Scenario(id)
		if err != nil {
			t.Fatal(err)
		}
		if all["kings "+id], err = kings.Game.NewBattle(s.Setup); err != nil {
			t.Fatal(err)
		}
	}
	heroesLib, err := library.Load(heroesdata.Format(), os.DirFS("../.."), "creatures.toml", "mods/heroes")
	if err != nil {
		t.Fatal(err)
	}
	for _, sides := range [][2]string{{"1 orc | 1 halfling", "2 bandit"}, {"1 hydra", "1 squire, 1 pikeman"}} {
		all["heroes "+sides[0]] = heroestest.Battle(t, heroesdata.Game(heroesLib), 0, sides[0], sides[1])
	}
	return all
}
