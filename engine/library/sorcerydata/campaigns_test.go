package sorcerydata_test

import (
	"slices"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// campaigns are the campaigns of the base game.
func campaigns(t *testing.T, lib *library.Library) (all []*library.Scenario) {
	t.Helper()
	for _, s := range lib.Scenarios {
		if _, ok := s.Setup.(sorcery.Campaign); ok {
			all = append(all, s)
		}
	}
	if len(all) < 4 {
		t.Fatalf("%d campaigns", len(all))
	}
	return all
}

// Lines say that a side moves, breaches or wins: its name is of one thing.
func TestSidesAreOne(t *testing.T) {
	for _, s := range campaigns(t, load(t)) {
		for _, name := range s.Setup.(sorcery.Campaign).Names {
			if strings.HasSuffix(name, "s") {
				t.Errorf("%s: it would be told that %s moves", s.ID, name)
			}
		}
	}
}

// wage plays a campaign to its end, by players of those names.
func wage(t *testing.T, lib *library.Library, s *library.Scenario, names [fight.Seats]string, seed uint64, h engine.Listener) fight.Result {
	t.Helper()
	story, err := lib.Game.NewBattle(s.Setup)
	if err != nil {
		t.Fatal(err)
	}
	var seats [fight.Seats]engine.Oracle
	for side := range fight.Seats {
		if seats[side], err = lib.Player(names[side], side, seed); err != nil {
			t.Fatal(err)
		}
	}
	table := engine.NewTable(lib.Dice(seed), seats[:]...)
	table.Listen(h)
	b := story.(*fight.Battle)
	result := b.Play(table)
	if table.Err() != nil || !b.Over() {
		t.Fatalf("%s, %v, seed %d: %v, %v", s.ID, names, seed, result, table.Err())
	}
	return result
}

// wins are how many of some campaigns each side wins.
func wins(t *testing.T, lib *library.Library, s *library.Scenario, names [fight.Seats]string, games int) (of [fight.Seats]int) {
	t.Helper()
	for seed := range uint64(games) {
		if side := wage(t, lib, s, names, seed, nil).Winner; side >= 0 {
			of[side]++
		}
	}
	return of
}

// A greedy player beats a random one in every campaign, on either side.
func TestGreedyWins(t *testing.T) {
	lib := load(t)
	games := max(enginetest.Rounds(20), 8)
	for _, s := range campaigns(t, lib) {
		for seat := range fight.Seats {
			names := [fight.Seats]string{"random", "random"}
			names[seat] = "greedy"
			if won := wins(t, lib, s, names, games)[seat]; won < games*85/100 {
				t.Errorf("%s: greedy wins %d of %d as side %d", s.ID, won, games, seat+1)
			}
		}
	}
}

// Between two greedy players neither side of a campaign wins less than a
// quarter.
func TestCampaignBalance(t *testing.T) {
	lib := load(t)
	games := max(enginetest.Rounds(40), 16)
	for _, s := range campaigns(t, lib) {
		if of := wins(t, lib, s, [fight.Seats]string{"greedy", "greedy"}, games); slices.Min(of[:]) < games/4 {
			t.Errorf("%s: of %d campaigns the sides win %v", s.ID, games, of)
		}
	}
}

// No campaign begins with a stack that starves at once (S1), and between them
// they have all that a map may have.
func TestCampaignMaps(t *testing.T) {
	lib := load(t)
	game := sorcerydata.Game(lib)
	seen := map[string]bool{}
	for _, s := range campaigns(t, lib) {
		turn := int32(0)
		h := engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
			switch {
			case e.What == sorcery.TurnBegan:
				turn = e.N
			case e.What == sorcery.Crowded && turn == 1:
				t.Errorf("%s: side %d has a stack in %s that is too large in the first turn", s.ID, e.Who+1, s.Setup.(sorcery.Campaign).Map.Grid.Number(sorcery.Spot(e.Whom).Hex()))
			}
		})
		wage(t, lib, s, [fight.Seats]string{"greedy", "greedy"}, 1, h)
		c := s.Setup.(sorcery.Campaign)
		for _, id := range c.Map.Terrain {
			seen[id] = true
		}
		for _, p := range c.Map.Places {
			seen[p.Feature] = true
		}
		for _, e := range c.Map.Hexsides {
			seen[e.Hexside] = true
		}
		if s.Text == "" || s.Name == "" {
			t.Errorf("%s has no name or text", s.ID)
		}
	}
	for _, terrain := range game.Terrains {
		if !seen[terrain.ID] && terrain.ID != "dragon-tunnel" { // that lies inside
			t.Errorf("no campaign has the terrain %s", terrain.ID)
		}
	}
	for _, feature := range game.Features {
		if !seen[feature.ID] {
			t.Errorf("no campaign has the feature %s", feature.ID)
		}
	}
	for _, side := range game.Hexsides {
		if !seen[side.ID] {
			t.Errorf("no campaign has the hexside %s", side.ID)
		}
	}
}
