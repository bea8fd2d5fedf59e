package kings_test

import (
	"testing"

	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/players"
)

// What greedy players answer, question by question. Everything misses, but for
// the dice that are given.
func TestGreedy(t *testing.T) {
	for _, row := range []struct {
		name   string
		armies []string
		camp   string // who is in the north already
		dice   []int
		want   []string
	}{
		{"loses the least", []string{"2 melee-6", "melee-5, melee-2, charger-2, lord"}, "", []int{1, 1}, []string{"lose d2", "lose d3"}},
		{"keeps who has still to roll", []string{"magic-3", "melee-2, magic-3, ranged-3"}, "", []int{1}, []string{"lose d2"}},
		{"lets a city take a hit, and not the second", []string{"2 magic-6", "melee-2, city"}, "", []int{1, 1}, []string{"lose d2", "lose d2"}},
		{"lets who may be saved try", []string{"melee-6", "melee-3, master"}, "", []int{1}, []string{"lose d2"}},
		{"leaves when it is hopeless", []string{"melee-2", "4 melee-5"}, "", nil, []string{"retreat north"}},
		{"stays when it is not", []string{"3 melee-3", "4 melee-3"}, "", nil, []string{"stay"}},
		{"stays when three are equally strong", []string{"2 melee-3", "2 melee-3", "2 melee-3"}, "", nil, []string{"attack attacker2", "attack attacker", "attack attacker", "stay"}},
		{"stays when four are", []string{"2 melee-3", "2 melee-3", "2 melee-3", "2 melee-3"}, "", nil, []string{"attack attacker2", "attack attacker", "attack attacker", "attack attacker", "stay"}},
		{"leaves two that are stronger", []string{"melee-3", "3 melee-4", "3 melee-4"}, "", nil, []string{"attack attacker2", "attack defender", "attack attacker2", "retreat north"}},
		{"does not lead too many into a camp", []string{"5 melee-2", "14 melee-2"}, "10 melee-1", nil, []string{"stay"}},
		{"leads lords there, who take no room", []string{"2 lord", "14 melee-2"}, "10 melee-1", nil, []string{"retreat north"}},
		{"attacks the strongest", []string{"melee-3", "melee-4", "3 melee-4", "melee-2"}, "", nil, []string{"attack attacker3", "attack attacker3", "attack attacker2"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			g := newGame(t, kings.DefaultRules())
			setup := *battle(t, g, 1, row.armies...).Setup()
			setup.Neighbors = []kings.Neighbor{{Name: "north", Owner: 0, Army: army(t, g, row.camp)}}
			b, err := kings.NewBattle(g, setup)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			next := 0
			player := engine.OracleFunc(func(q engine.Question) (int, error) {
				if q.Choice == nil {
					if next++; next > len(row.dice) {
						return 6, nil
					}
					return row.dice[next-1], nil
				}
				answer, err := players.Greedy{}.Answer(q)
				got = append(got, q.Choice.Name(answer))
				return answer, err
			})
			b.Play(engine.NewTable(player, player, player, player, player))
			for i, want := range row.want {
				if i >= len(got) || got[i] != want {
					t.Fatalf("answers %q, want %q", got, row.want)
				}
			}
		})
	}
}
