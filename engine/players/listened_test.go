package players_test

import (
	"os"
	"slices"
	"testing"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
)

// entries is a Recorder that keeps what it hears.
type entries []engine.Entry

func (e *entries) Record(entry engine.Entry) error {
	*e = append(*e, entry)
	return nil
}

// Whether somebody listens and has every score explained makes no difference
// to a battle: same seed, same answers, same result. (Where nobody listens,
// scores that only the cards decide are left out.)
func TestListeningChangesNothing(t *testing.T) {
	lib, err := library.Load(heroesdata.Format(), os.DirFS("../.."), "creatures.toml", "mods/heroes")
	if err != nil {
		t.Fatal(err)
	}
	for _, scenario := range lib.Scenarios {
		b, err := heroes.NewBattle(heroesdata.Game(lib), scenario.Setup.(heroes.Setup))
		if err != nil {
			t.Fatal(err)
		}
		play := func(seed uint64, listen bool) (heroes.Result, entries) {
			table := engine.NewTable(engine.NewDice(seed))
			names := [2]string{"random", "reference"}
			var seats []engine.Oracle
			for seat := range names {
				player, err := lib.Player(names[(seat+int(seed))%2], engine.Side(seat), seed)
				if err != nil {
					t.Fatal(err)
				}
				seats = append(seats, player)
			}
			table.Seat(engine.NewDice(seed), seats...)
			var heard entries
			table.Record(&heard)
			if listen {
				table.Explain(true)
				table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) { b.Describe(e) }))
			}
			result := b.Play(table)
			if err := table.Err(); err != nil {
				t.Fatalf("%s, seed %d: %v", scenario.ID, seed, err)
			}
			return result, heard
		}
		for seed := range uint64(20) {
			result, answers := play(seed, false)
			listened, heard := play(seed, true)
			if result != listened || !slices.Equal(answers, heard) {
				t.Errorf("%s, seed %d: %v in %d answers; with a listener %v in %d", scenario.ID, seed, result, len(answers), listened, len(heard))
			}
		}
	}
}
