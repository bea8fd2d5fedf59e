package heroes_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library/heroesdata"
	"houserule/engine/players"
)

// anySetup is a battle of creatures of the shipped roster. Rapid draws small
// numbers more often than great ones, so that half of the battles get a
// higher least size.
func anySetup(t *rapid.T, pool []*heroes.Creature) heroes.Setup {
	least := 1
	if rapid.Bool().Draw(t, "big") {
		least = 4
	}
	setup := heroes.Setup{
		Walls:      rapid.SampledFrom([]heroes.Walls{heroes.NoTown, heroes.Intact, heroes.Breached, heroes.Sacked}).Draw(t, "walls"),
		RoundLimit: rapid.IntRange(least, least+3).Draw(t, "rounds"),
		Free:       rapid.IntRange(0, 9).Draw(t, "free") == 9,
	}
	for side := range setup.Sides {
		s := &setup.Sides[side]
		s.Guard = rapid.IntRange(0, 9).Draw(t, "guard") == 9
		s.Town = rapid.IntRange(-1, 6).Draw(t, "town")
		s.Hand = rapid.IntRange(0, 2).Draw(t, "hand")
		s.Deck = rapid.IntRange(0, 2).Draw(t, "deck")
		for range rapid.IntRange(least, least+3).Draw(t, "stacks") {
			var pile heroes.Pile
			for range rapid.IntRange(1, 3).Draw(t, "runs") {
				pile = append(pile, heroes.Run{N: rapid.IntRange(1, 2).Draw(t, "cards"), Creature: rapid.SampledFrom(pool).Draw(t, "creature")})
			}
			line := heroes.MeleeLine
			if rapid.Bool().Draw(t, "behind") {
				line = heroes.RangedLine
			}
			s.Army[line] = append(s.Army[line], pile)
		}
	}
	return setup
}

func anyBattle(t *rapid.T, g *heroes.Game, pool []*heroes.Creature) *heroes.Battle {
	b, err := heroes.NewBattle(g, anySetup(t, pool))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A drawn player takes any option.
func drawn(t *rapid.T) engine.Oracle {
	return engine.OracleFunc(func(q engine.Question) (int, error) {
		if q.Choice == nil {
			return rapid.IntRange(1, int(q.Sides)).Draw(t, "die"), nil
		}
		options := slices.Collect(q.Choice.Each)
		return options[rapid.IntRange(0, len(options)-1).Draw(t, "option")], nil
	})
}

// seeded seats random players, so that a battle is a function of the seed.
func seeded(seed uint64) (engine.Oracle, []engine.Oracle) {
	return engine.NewDice(seed), []engine.Oracle{players.NewRandom(0, seed), players.NewRandom(1, seed)}
}

func seededTable(seed uint64) *engine.Table {
	luck, seats := seeded(seed)
	return engine.NewTable(luck, seats...)
}

// Every option that is listed is legal, has a name that is read back, and
// stands once in the list; every other answer is refused, with a reason.
func TestOptions(t *testing.T) {
	g := heroesdata.Game(shipped(t))
	rapid.Check(t, func(t *rapid.T) {
		b := anyBattle(t, g, g.Creatures)
		player := drawn(t)
		checked := engine.OracleFunc(func(q engine.Question) (int, error) {
			checkOptions(t, b, q.Choice)
			return player.Answer(q)
		})
		table := engine.NewTable(player, checked, checked)
		b.Play(table)
		if err := table.Err(); err != nil {
			t.Fatal(err)
		}
	})
}

func checkOptions(t *rapid.T, b *heroes.Battle, c engine.Choice) {
	listed := map[int]bool{}
	for answer := range c.Each {
		name := c.Name(answer)
		if listed[answer] {
			t.Fatalf("%s: %q is listed twice", b.Scene(), name)
		}
		listed[answer] = true
		if !c.Legal(answer) {
			t.Fatalf("%s: %q is listed and not legal", b.Scene(), name)
		}
		if parsed, err := c.Parse(name); err != nil || parsed != answer {
			t.Fatalf("%s: %q is read as %#x, %v; want %#x", b.Scene(), name, parsed, err, answer)
		}
	}
	if first := c.First(); !listed[first] {
		t.Fatalf("%s: %#x comes first and is not listed", b.Scene(), first)
	}
	other := func(answer int) {
		err := c.(engine.Refuser).Refuse(answer)
		if legal := c.Legal(answer); legal != listed[answer] || legal != (err == nil) {
			t.Fatalf("%s: %#x: listed %v, legal %v, refused with %v", b.Scene(), answer, listed[answer], legal, err)
		}
	}
	other(rapid.Int().Draw(t, "any answer"))
	other(rapid.IntRange(-2, 300).Draw(t, "small answer"))
	// One field of a listed option set to another value, one bit flipped.
	answer := rapid.SampledFrom(slices.Sorted(maps.Keys(listed))).Draw(t, "listed")
	other(answer ^ 1<<rapid.IntRange(0, 63).Draw(t, "bit"))
	if _, ok := c.(*heroes.Act); ok {
		o := heroes.Option(answer)
		n := rapid.IntRange(0, 12).Draw(t, "value")
		other(int(heroes.NewOption(heroes.Verb(n), o.Which(), o.Target(), o.Cards())))
		other(int(heroes.NewOption(o.Verb(), n, o.Target(), o.Cards())))
		other(int(heroes.NewOption(o.Verb(), o.Which(), n, o.Cards())))
		other(int(heroes.NewOption(o.Verb(), o.Which(), o.Target(), n)))
		other(int(heroes.NewOption(o.Verb(), o.Which(), heroes.TownCard, o.Cards())))
	}
}

// A copy, taken between any two steps, goes on as the original does.
func TestCopy(t *testing.T) {
	g := heroesdata.Game(shipped(t))
	rapid.Check(t, func(t *rapid.T) {
		b := anyBattle(t, g, g.Creatures)
		twin, err := heroes.NewBattle(g, *b.Setup())
		if err != nil {
			t.Fatal(err)
		}
		seed := rapid.Uint64().Draw(t, "seed")
		// The copy's table has its own seats in the same state.
		table, other := seededTable(seed), seededTable(seed)
		b.Begin(table)
		twin.Begin(other)
		for n := rapid.IntRange(0, 20).Draw(t, "steps"); n > 0 && !b.Over(); n-- {
			b.Step()
			twin.Step()
		}
		third, err := heroes.NewBattle(g, *b.Setup())
		if err != nil {
			t.Fatal(err)
		}
		third.CopyFrom(b)
		third.Table = other
		other.Place(third)
		for {
			if !bytes.Equal(b.AppendKey(nil), third.AppendKey(nil)) || b.Over() != third.Over() || b.Result() != third.Result() || board(b) != board(third) {
				t.Fatalf("%s: the copy differs:\n%s\n%s", b.Scene(), board(b), board(third))
			}
			if b.Over() {
				break
			}
			b.Step()
			third.Step()
		}
		if table.Err() != nil || other.Err() != nil {
			t.Fatal(table.Err(), other.Err())
		}
	})
}

// Battles of the same armies with the same key in the same round go on
// alike, whatever brought them there.
func TestKey(t *testing.T) {
	t.Parallel()
	g := heroesdata.Game(shipped(t))
	rapid.Check(t, func(t *rapid.T) {
		b := anyBattle(t, g, g.Creatures)
		if b.Setup().Free {
			return // other stacks, other battles
		}
		type future struct {
			key    string
			result heroes.Result
			board  string
		}
		futures := map[string]future{}
		future1 := new(heroes.Battle)
		first := rapid.Uint64Range(0, 1<<40).Draw(t, "seed")
		for seed := first; seed < first+10; seed++ {
			table := seededTable(seed)
			b.Begin(table)
			for !b.Over() {
				key := fmt.Sprintf("%d %x", b.Round(), b.AppendKey(nil))
				future1.CopyFrom(b)
				future1.Table = seededTable(1)
				for !future1.Over() {
					future1.Step()
				}
				f := future{string(future1.AppendKey(nil)), future1.Result(), board(future1)}
				if old, ok := futures[key]; ok && old != f {
					t.Fatalf("%s: %s went to\n%s\nand goes to\n%s", b.Scene(), board(b), old.board, f.board)
				}
				futures[key] = f
				b.Step()
			}
			if err := table.Err(); err != nil {
				t.Fatal(err)
			}
		}
	})
}
