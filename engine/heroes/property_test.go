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
	g := shipped(t).Game
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

// Cards leave only by events that say so; lines hold every living stack once
// and keep their minimum (H4.1, H8.2); stacks act in their phase, once a
// round (H1.1, H1.2).
func TestInvariants(t *testing.T) {
	g := shipped(t).Game
	calm := slices.DeleteFunc(slices.Clone(g.Creatures), func(c *heroes.Creature) bool {
		return slices.ContainsFunc(c.Spells, func(s *heroes.Spell) bool { return s.ID == "blindness" })
	})
	rapid.Check(t, func(t *rapid.T) {
		b := anyBattle(t, g, calm)
		w := &watch{t: t, b: b, acted: map[*heroes.Stack]bool{}}
		player := drawn(t)
		table := engine.NewTable(player)
		asked := engine.OracleFunc(func(q engine.Question) (int, error) {
			if a, ok := q.Choice.(*heroes.Act); ok {
				w.acts(a.By)
			}
			return player.Answer(q)
		})
		table.Seat(player, asked, asked)
		table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) { w.hear(e) }))
		b.Begin(table)
		w.muster()
		for !b.Over() && table.Err() == nil {
			w.lines()
			b.Step()
			w.cardsAreKnown()
			w.waiting = w.unacted()
		}
		if err := table.Err(); err != nil {
			t.Fatal(err)
		}
	})
}

// watch follows a battle by its events.
type watch struct {
	t     *rapid.T
	b     *heroes.Battle
	cards [][]int32 // by stack, creatures from the top down

	half    int // 2*phase + side
	due     map[*heroes.Stack]bool
	acted   map[*heroes.Stack]bool
	acting  *heroes.Stack
	waiting map[*heroes.Stack]int // who has not acted yet, and in which half it will
}

func creatureIndex(b *heroes.Battle, c *heroes.Creature) int32 {
	return int32(slices.Index(b.Game().Creatures, c))
}

func pileOf(b *heroes.Battle, s *heroes.Stack) []int32 {
	var pile []int32
	for card := s.Top(); card != nil; card = card.Under() {
		pile = append(pile, creatureIndex(b, card.Creature))
	}
	return pile
}

func (w *watch) muster() {
	for i := range w.b.Stacks() {
		w.cards = append(w.cards, pileOf(w.b, &w.b.Stacks()[i]))
	}
}

func (w *watch) cardsAreKnown() {
	for i := range w.b.Stacks() {
		s := &w.b.Stacks()[i]
		if got := pileOf(w.b, s); !slices.Equal(got, w.cards[i]) {
			w.t.Fatalf("%s: %s holds %v, by the events %v", w.b.Scene(), w.b.Name(s), got, w.cards[i])
		}
		if n := len(w.cards[i]); n > 0 && s.Top().Count() != n {
			w.t.Fatalf("%s: %s counts %d cards and has %d", w.b.Scene(), w.b.Name(s), s.Top().Count(), n)
		}
	}
}

func (w *watch) hear(e engine.Event) {
	switch e.What {
	case heroes.Killed:
		pile := w.cards[e.Whom]
		if len(pile) == 0 || pile[0] != e.N {
			w.t.Fatalf("%s: a %s dies of %v", w.b.Scene(), w.b.Game().Creatures[e.N].ID, pile)
		}
		w.cards[e.Whom] = pile[1:]
	case heroes.Discarded:
		i := slices.Index(w.cards[e.Whom], e.N)
		if i < 0 || w.b.Game().Creatures[e.N].Hero {
			w.t.Fatalf("%s: a %s is discarded of %v", w.b.Scene(), w.b.Game().Creatures[e.N].ID, w.cards[e.Whom])
		}
		w.cards[e.Whom] = slices.Delete(w.cards[e.Whom], i, i+1)
	case heroes.StackLost:
		if len(w.cards[e.Who]) > 0 {
			w.t.Fatalf("%s: a stack of %v is lost", w.b.Scene(), w.cards[e.Who])
		}
	case heroes.RoundBegan:
		w.halfEnds()
		w.nobodyBetween(w.half, 1<<30, w.waiting)
		w.half, w.acting = 0, nil
		clear(w.acted)
	case heroes.PhaseBegan:
		w.halfEnds()
		half := int(e.N<<1 | e.Who)
		waiting := w.unacted()
		w.nobodyBetween(w.half, half, waiting)
		w.half, w.due = half, map[*heroes.Stack]bool{}
		for s, its := range waiting {
			if its == half {
				w.due[s] = true
			}
		}
		if len(w.due) == 0 {
			w.t.Fatalf("round %d: phase %d begins for nobody", w.b.Round(), e.N)
		}
	}
}

// acts is the first or a further choice of a stack in its turn.
func (w *watch) acts(s *heroes.Stack) {
	if s == w.acting {
		return
	}
	if !w.due[s] || w.acted[s] {
		w.t.Fatalf("%s: %s acts out of turn", w.b.Scene(), w.b.Name(s))
	}
	w.acting = s
	w.acted[s] = true
	delete(w.due, s)
}

// halfEnds: who was due has acted or is dead.
func (w *watch) halfEnds() {
	for s := range w.due {
		if s.Top() != nil {
			w.t.Fatalf("round %d: %s was due in phase %d and has not acted", w.b.Round(), w.b.Name(s), w.half>>1)
		}
	}
	w.due = nil
}

// nobodyBetween: no stack was passed over.
func (w *watch) nobodyBetween(from, to int, waiting map[*heroes.Stack]int) {
	for s, half := range waiting {
		if s.Top() != nil && half > from && half < to {
			w.t.Fatalf("round %d: %s should have acted in phase %d", w.b.Round(), w.b.Name(s), half>>1)
		}
	}
}

func (w *watch) unacted() map[*heroes.Stack]int {
	waiting := map[*heroes.Stack]int{}
	for i := range w.b.Stacks() {
		if s := &w.b.Stacks()[i]; s.Top() != nil && !w.acted[s] {
			waiting[s] = w.phase(s)<<1 | int(s.Side())
		}
	}
	return waiting
}

// phase is the top card's, and what the shipped roster changes of it.
func (w *watch) phase(s *heroes.Stack) int {
	phase := s.Top().Phase
	if w.b.Round() == 1 && slices.ContainsFunc(s.Top().Abilities, func(a *heroes.Ability) bool { return a.ID == "quick" }) {
		phase -= 2
	}
	for _, e := range w.b.Effects() {
		switch id := w.b.Game().Spells[e.Spell].ID; {
		case int(e.On) != s.ID():
		case id == "haste":
			phase -= 3
		case id == "slow":
			phase = 10
		}
	}
	return min(max(phase, 1), 10)
}

// lines: each living stack stands once on its line, in listed order, and
// lines that can be filled are.
func (w *watch) lines() {
	b := w.b
	living := [2]int{}
	for i := range b.Stacks() {
		if s := &b.Stacks()[i]; s.Top() != nil {
			living[s.Side()]++
		}
	}
	for side := heroes.Aggressor; side <= heroes.Defender; side++ {
		found := 0
		for line := heroes.MeleeLine; line <= heroes.RangedLine; line++ {
			n, last := 0, -1
			for s := b.FirstOn(side, line); s != nil; s = b.NextOn(s) {
				if s.Top() == nil || s.Side() != side || s.Line() != line || s.ID() <= last {
					w.t.Fatalf("%s: %s stands on the %s's %s line", b.Scene(), b.Name(s), heroes.SideName(side), line)
				}
				last = s.ID()
				n++
			}
			if n != b.Count(side, line) {
				w.t.Fatalf("%s: %d stacks on the %s's %s line, counted %d", b.Scene(), n, heroes.SideName(side), line, b.Count(side, line))
			}
			found += n
		}
		if found != living[side] {
			w.t.Fatalf("%s: %d stacks of the %s on lines, %d live", b.Scene(), found, heroes.SideName(side), living[side])
		}
		need := 3
		if side == heroes.Defender && b.Walls() != heroes.NoTown {
			need = map[heroes.Walls]int{heroes.Intact: 0, heroes.Breached: 1, heroes.Sacked: 2}[b.Walls()]
		}
		if n := b.Count(side, heroes.MeleeLine); n < min(need, found) {
			w.t.Fatalf("%s: %d stacks on the %s's melee line, need %d", b.Scene(), n, heroes.SideName(side), need)
		}
	}
}

// A copy, taken between any two steps, goes on as the original does.
func TestCopy(t *testing.T) {
	g := shipped(t).Game
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
	g := shipped(t).Game
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
		for seed := first; seed < first+20; seed++ {
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

// told is all that is heard of a battle.
type told struct {
	seats []engine.Seats
	event []engine.Event
}

func (h *told) Hear(to engine.Seats, e engine.Event) {
	h.seats = append(h.seats, to)
	h.event = append(h.event, e)
}

func (h *told) equal(other *told) bool {
	return slices.Equal(h.seats, other.seats) && slices.Equal(h.event, other.event)
}

// A journal, written, read and replayed, is the battle again.
func TestReplay(t *testing.T) {
	g := shipped(t).Game
	rapid.Check(t, func(t *rapid.T) {
		b := anyBattle(t, g, g.Creatures)
		table := seededTable(rapid.Uint64().Draw(t, "seed"))
		first, second := new(told), new(told)
		table.Listen(first)
		var text bytes.Buffer
		w, err := engine.NewJournalWriter(&text, engine.Header{Fields: []engine.Field{{Key: "game", Value: "heroes"}}, Seats: []string{"aggressor", "defender"}})
		if err != nil {
			t.Fatal(err)
		}
		table.Record(w)
		result := b.Play(table)
		if err := w.Close(result.String()); err != nil {
			t.Fatal(err)
		}
		journal, err := engine.ReadJournal(&text)
		if err != nil {
			t.Fatal(err)
		}
		replay := &engine.Replay{Entries: journal.Entries}
		again := engine.NewTable(replay, replay, replay)
		again.Listen(second)
		if got := b.Play(again); got != result || journal.End != got.String() {
			t.Errorf("%v is replayed as %v", result, got)
		}
		if again.Err() != nil || replay.Done() != nil {
			t.Error(again.Err(), replay.Done())
		}
		if !first.equal(second) {
			t.Error("other events")
		}
	})
}

// To undo and redo is to do nothing, at the end of a battle and within it,
// and after an undo the same dice and players lead to the same end.
func TestUndo(t *testing.T) {
	g := shipped(t).Game
	rapid.Check(t, func(t *rapid.T) {
		b := anyBattle(t, g, g.Creatures)
		seed := rapid.Uint64().Draw(t, "seed")
		owner := engine.Side(rapid.IntRange(-1, 1).Draw(t, "owner"))
		var owns func(engine.Side) bool
		if owner >= 0 {
			owns = func(side engine.Side) bool { return side == owner }
		}
		rewind := -1 // the choice at which a player undoes, or redoes what it undid
		table := engine.NewTable(nil)
		s := &engine.Session{Play: func(t *engine.Table) error { b.Play(t); return t.Err() }}
		undone := 0
		asked := 0
		s.Seat = func() (engine.Oracle, []engine.Oracle) {
			luck, seats := seeded(seed)
			for i, player := range seats {
				seats[i] = &rewinder{Oracle: player, before: func() bool {
					asked++
					switch {
					case undone > 0:
						undone--
						return s.Redo(owns)
					case asked == rewind:
						for range 3 {
							if s.Undo(owns) {
								undone++
							}
						}
						return undone > 0
					}
					return false
				}}
			}
			return luck, seats
		}
		run := func() ([]engine.Entry, heroes.Result) {
			if err := s.Run(table); err != nil {
				t.Fatal(err)
			}
			return slices.Clone(s.Entries()), b.Result()
		}
		entries, result := run()
		same := func(what string) {
			if !slices.Equal(s.Entries(), entries) {
				t.Fatalf("%s: other entries: %v, were %v", what, s.Entries(), entries)
			}
		}
		n := rapid.IntRange(0, 8).Draw(t, "undos")
		did := 0
		for range n {
			if s.Undo(owns) {
				did++
			}
		}
		if len(s.Entries()) > len(entries) || !slices.Equal(s.Entries(), entries[:len(s.Entries())]) {
			t.Fatal("what is left after undo is not what came before")
		}
		for range did {
			if !s.Redo(owns) {
				t.Fatal("nothing to redo")
			}
		}
		same("undo and redo")
		if s.Redo(owns) {
			t.Fatal("redo beyond the end")
		}
		for range n {
			s.Undo(owns)
		}
		if _, again := run(); again != result {
			t.Fatalf("after undo: %v, was %v", again, result)
		}
		same("undo and play on")
		// Within the battle.
		s.Load(nil)
		asked, rewind = 0, rapid.IntRange(1, 30).Draw(t, "rewind")
		if _, again := run(); again != result {
			t.Fatalf("with undo and redo: %v, was %v", again, result)
		}
		same("undo and redo within the battle")
	})
}

// A rewinder is a player that may rewind before it answers.
type rewinder struct {
	engine.Oracle
	before func() bool
}

func (r *rewinder) Answer(q engine.Question) (int, error) {
	if r.before() {
		return 0, engine.ErrRewind
	}
	return r.Oracle.Answer(q)
}

func (r *rewinder) Skip(q engine.Question) { r.Oracle.(engine.Skipper).Skip(q) }
