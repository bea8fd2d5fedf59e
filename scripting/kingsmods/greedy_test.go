package kingsmods_test

import (
	"fmt"
	"slices"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/players"
)

// What greedy players do with items, question by question.
func TestGreedyPlaysItems(t *testing.T) {
	lib, _ := kit.With(t)
	for _, row := range []struct {
		name, attacker, defender string
		dice                     []int
		want                     []string // what both answer first
	}{
		{"the sword goes to the strongest who does not charge", "green-knight, big-foot, troll; sword", "bears", nil, []string{"play sword a2"}},
		{"nor shoots, where that is worth more", "elf-lord, dinosaur; sword", "bears", nil, []string{"play sword a2"}},
		{"the bow goes to who fights in melee", "druid, green-knight, troll; bow", "bears", nil, []string{"play bow a3"}},
		{"and is kept where it is of no use", "sir-lancelot; bow", "bears", nil, []string{"pass"}},
		{"who walks boards the balloon, who has magic does not", "druid, goblins, dwarves-3-charge; balloon", "bears", nil, []string{"play balloon", "choose yes", "pick a2", "choose no"}},
		{"dust is kept where nobody can go", "castle, goblins", "bears; dust-of-defense", nil, []string{"pass"}},
		{"and played where somebody can", "goblins", "bears; dust-of-defense", nil, []string{"play dust-of-defense"}},
		{"the sword goes before a strong counter", "2 big-foot; sword", "2 elves-3", []int{1}, []string{"play sword a1", "lose a3"}},
		{"a weak counter goes before the sword", "big-foot, goblins; sword", "elves-3", []int{1}, []string{"play sword a1", "lose a2"}},
		{"the one with the most magic is dispelled", "troll; dispel-magic", "basilisk, sphinx; talisman", nil, []string{"play dispel-magic"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := battle(t, lib, row.attacker, row.defender)
			if row.name == "dust is kept where nobody can go" {
				setup := *b.Setup()
				setup.Neighbors = nil
				b = battleOf(t, lib, setup)
			}
			var got []string
			next := 0
			player := engine.OracleFunc(func(q engine.Question) (int, error) {
				if q.Choice == nil {
					if next++; next > len(row.dice) {
						return int(q.Sides), nil
					}
					return row.dice[next-1], nil
				}
				answer, err := players.Greedy{}.Answer(q)
				got = append(got, q.Choice.Name(answer))
				return answer, err
			})
			table := engine.NewTable(player, player, player)
			b.Play(table)
			if len(got) < len(row.want) || !slices.Equal(got[:len(row.want)], row.want) || table.Err() != nil {
				t.Errorf("answers %q, want %q; %v", got, row.want, table.Err())
			}
		})
	}
}

// duels are the armies of the scenarios for two, each against itself, and a hex
// for each side to retreat to.
func duels(lib *library.Library, setups func(name string, setup kings.Setup)) {
	for _, s := range lib.Scenarios {
		setup := s.Setup.(kings.Setup)
		if len(setup.Sides) != 2 {
			continue
		}
		for i, side := range setup.Sides {
			setup.Sides = []kings.SideSetup{side, side}
			setup.Neighbors = []kings.Neighbor{{Name: "west", Owner: 0}, {Name: "east", Owner: 1}}
			setup.Unexplored = false
			setups(fmt.Sprint(s.ID, " ", i+1), setup)
		}
	}
}

// Greedy players beat random ones in either seat, with equal armies; in small
// battles much is luck.
func TestGreedyBeatsRandom(t *testing.T) {
	lib, _ := kit.With(t)
	n := uint64(40)
	if enginetest.Long {
		n = 1000
	}
	var won, played [2]float64
	duels(lib, func(name string, setup kings.Setup) {
		b := battleOf(t, lib, setup)
		var here [2]float64
		for seat := range engine.Side(2) {
			for seed := range n {
				seats := []engine.Oracle{players.NewRandom(0, seed), players.NewRandom(1, seed)}
				seats[seat] = players.Greedy{}
				table := engine.NewTable(lib.Dice(seed), seats...)
				if b.Play(table).Winner == seat {
					here[seat]++
				}
				if err := table.Err(); err != nil {
					t.Fatal(name, err)
				}
			}
			won[seat] += here[seat]
			played[seat] += float64(n)
		}
		t.Logf("%-28s as attacker %3.0f %%, as defender %3.0f %%", name, 100*here[0]/float64(n), 100*here[1]/float64(n))
	})
	attacks, defends := won[0]/played[0], won[1]/played[1]
	t.Logf("all: as attacker %.1f %%, as defender %.1f %%", 100*attacks, 100*defends)
	if attacks < 0.7 || defends < 0.8 {
		t.Errorf("greedy wins %.3f as the attacker, %.3f as the defender", attacks, defends)
	}
}
