package kings_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/odds"
	"houserule/engine/players"
)

// anyRules is a house's rules: every switch either way.
func anyRules(t *rapid.T) kings.Rules {
	r := kings.DefaultRules()
	r.MarksUse = rapid.SampledFrom([]string{"first", "last"}).Draw(t, "marks_use")
	r.TargetOut = rapid.SampledFrom([]string{"renamed", "lost"}).Draw(t, "target_out")
	r.BeatenHex = rapid.SampledFrom([]string{"defender", "nobody"}).Draw(t, "both_gone")
	r.TimeUp = rapid.SampledFrom([]string{"defender", "nobody"}).Draw(t, "time_up")
	for _, x := range []*bool{&r.SpecialsCrowd, &r.InhabitantsRetreat, &r.FortsFightAlone, &r.WoundedValue, &r.RubbleFalls} {
		*x = rapid.Bool().Draw(t, "switch")
	}
	r.RetreatLimit = rapid.IntRange(0, 4).Draw(t, "retreat_limit")
	return r
}

// anySetup is a battle of two to four sides.
func anySetup(t *rapid.T, g *kings.Game) kings.Setup {
	var counters, items []*kings.Thing
	for _, x := range g.Things {
		if x.Kind == kings.Item {
			items = append(items, x)
		} else {
			counters = append(counters, x)
		}
	}
	some := func(of []*kings.Thing, least, most int) (a kings.Army) {
		for range rapid.IntRange(least, most).Draw(t, "runs") {
			a = append(a, kings.Run{N: rapid.IntRange(1, 2).Draw(t, "n"), Thing: rapid.SampledFrom(of).Draw(t, "thing")})
		}
		return a
	}
	setup := kings.Setup{
		Sides:      make([]kings.SideSetup, rapid.IntRange(2, engine.MaxSeats).Draw(t, "sides")),
		Unexplored: rapid.Bool().Draw(t, "unexplored"),
		RoundLimit: rapid.IntRange(1, 6).Draw(t, "rounds"),
	}
	for i := range setup.Sides {
		setup.Sides[i].Army = append(some(counters, 0, 3), kings.Run{N: 1, Thing: g.Things[1+rapid.IntRange(0, 5).Draw(t, "fighter")]})
		setup.Sides[i].Items = some(items, 0, 2)
	}
	for i := range rapid.IntRange(0, 4).Draw(t, "neighbors") {
		n := kings.Neighbor{Name: fmt.Sprint("hex", i), Owner: engine.Side(rapid.IntRange(-1, len(setup.Sides)-1).Draw(t, "owner")), Enemies: rapid.IntRange(0, 4).Draw(t, "beset") == 4}
		if n.Owner >= 0 {
			n.Army = some(counters, 0, 2)
		}
		setup.Neighbors = append(setup.Neighbors, n)
	}
	return setup
}

func anyBattle(t *rapid.T, test testing.TB) *kings.Battle {
	g := lay(newGame(test, anyRules(t)))
	b, err := kings.NewBattle(g, anySetup(t, g))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// seats are random players, so that a battle is a function of the seed.
func seats(b *kings.Battle, seed uint64) (all []engine.Oracle) {
	for side := range engine.Side(b.Seats()) {
		all = append(all, players.NewRandom(side, seed))
	}
	return all
}

func seededTable(b *kings.Battle, seed uint64) *engine.Table {
	return engine.NewTable(engine.NewDice(seed), seats(b, seed)...)
}

// A referee watches a battle of random players: who rolls stands there, has
// not rolled in another step of the round, and rolls no die too many.
type referee struct {
	t      *rapid.T
	b      *kings.Battle
	rounds int
	steps  map[int]kings.CombatStep // in which each counter has rolled
	dice   map[int]int
}

func (r *referee) Hear(_ engine.Seats, e engine.Event) {
	b := r.b
	if b.Describe(e) == "" {
		r.t.Fatalf("%s: %+v has no words", b.Scene(), e)
	}
	switch e.What {
	case kings.RoundBegan:
		if r.rounds++; int(e.N) != r.rounds || r.rounds > b.RoundLimit() {
			r.t.Fatalf("round %d begins as the %dth of %d", e.N, r.rounds, b.RoundLimit())
		}
		r.steps, r.dice = map[int]kings.CombatStep{}, map[int]int{}
	case kings.Rolled:
		c := b.Last().By
		step, before := r.steps[c.ID()]
		r.steps[c.ID()] = b.CombatStep()
		r.dice[c.ID()]++
		most := 1
		if c.Marks()&kings.Charge != 0 && b.CombatStep() == kings.Melee {
			most = b.Game().Rules.ChargeDice
		}
		if !c.Stands() || before && step != b.CombatStep() || r.dice[c.ID()] > most {
			r.t.Fatalf("%s: %s rolls: it is %s and has rolled %d dice", b.Scene(), b.Label(c), c.Status(), r.dice[c.ID()])
		}
		if at := b.Last().At; at == c.Side() || at < 0 {
			r.t.Fatalf("%s: %s rolls at side %d", b.Scene(), b.Label(c), at)
		}
	}
}

// At every step who is in the battle is who has a counter there that fights,
// and the battle ends in time.
func TestInvariants(t *testing.T) {
	endings := map[kings.Ending]int{}
	rapid.Check(t, func(rt *rapid.T) {
		b := anyBattle(rt, t)
		table := seededTable(b, rapid.Uint64().Draw(rt, "seed"))
		table.Listen(&referee{t: rt, b: b})
		b.Begin(table)
		for n := 0; ; n++ {
			left := 0
			for side := range engine.Side(b.Seats()) {
				count := 0
				for c := range b.Of(side) {
					if c.Stands() {
						count++
					}
				}
				if count > 0 {
					left++
				}
				if decided := b.Result().Ending != kings.Undecided; !decided && (b.InCount(side) != count || b.In(side) != (count > 0) || (b.Worth(side) > 0) != (count > 0)) {
					rt.Fatalf("%s: side %d has %d counters, %d fight, worth %d: %s", b.Scene(), side, b.InCount(side), count, b.Worth(side), board(b))
				}
				if b.HitsOn(side) < 0 {
					rt.Fatalf("%s: %d hits on side %d", b.Scene(), b.HitsOn(side), side)
				}
			}
			if b.Over() {
				break
			}
			if n > 10_000 {
				rt.Fatal("it does not end")
			}
			b.Step()
		}
		if err := table.Err(); err != nil {
			rt.Fatal(err)
		}
		r := b.Result()
		endings[r.Ending]++
		nobody := r.Ending == kings.Ruin || r.Ending == kings.TimeUp && b.Game().Rules.TimeUp == "nobody"
		if (r.Winner == engine.Draw) != nobody || r.Ending == kings.Kept && r.Winner != b.Defender() || r.Ending == kings.Taken && r.Winner == b.Defender() {
			rt.Fatalf("%v: %s", r, board(b))
		}
		if r.Winner >= 0 { // K5.2
			for i := range b.Counters() {
				c := &b.Counters()[i]
				fixed := c.Thing().Kind == kings.Building || c.Thing().Kind == kings.Income
				if fixed && (c.Status() == kings.Standing || c.Status() == kings.Neutralised) && c.Side() != r.Winner {
					rt.Fatalf("%s is not of %s", b.Label(c), r)
				}
			}
		}
	})
	for e := kings.Kept; e <= kings.Ruin; e++ {
		if endings[e] == 0 && !testing.Short() {
			t.Logf("no battle ended with %d: %v", e, endings)
		}
	}
}

// Every option that is listed is legal, has a name that is read back, and
// stands once in the list; every other answer is refused, with a reason.
func TestOptions(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := anyBattle(rt, t)
		asked := 0
		player := engine.OracleFunc(func(q engine.Question) (int, error) {
			if q.Choice == nil {
				return rapid.IntRange(1, int(q.Sides)).Draw(rt, "die"), nil
			}
			if asked++; asked <= 40 {
				checkOptions(rt, b, q.Choice)
			}
			options := slices.Collect(q.Choice.Each)
			return options[rapid.IntRange(0, len(options)-1).Draw(rt, "option")], nil
		})
		table := engine.NewTable(player, player, player, player, player)
		b.Play(table)
		if err := table.Err(); err != nil {
			rt.Fatal(err)
		}
	})
}

func checkOptions(t *rapid.T, b *kings.Battle, c engine.Choice) {
	listed := map[int]bool{}
	for answer := range c.Each {
		name := c.Name(answer)
		if listed[answer] {
			t.Fatalf("%s: %q is listed twice", b.Scene(), name)
		}
		listed[answer] = true
		if parsed, err := c.Parse(name); err != nil || parsed != answer {
			t.Fatalf("%s: %q is read as %#x, %v; want %#x", b.Scene(), name, parsed, err, answer)
		}
		c.(engine.Appraiser).Appraise(answer)
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
	for answer := -2; answer < len(b.Counters())+3; answer++ {
		other(answer)
		for on := -1; on < len(b.Counters())+3; on++ {
			other(answer + on<<16)
		}
	}
	other(rapid.Int().Draw(t, "any answer"))
	answer := rapid.SampledFrom(slices.Sorted(maps.Keys(listed))).Draw(t, "listed")
	other(answer ^ 1<<rapid.IntRange(0, 63).Draw(t, "bit"))
}

// told is all that is heard of a battle, in words.
type told struct {
	b     *kings.Battle
	lines []string
}

func (h *told) Hear(_ engine.Seats, e engine.Event) { h.lines = append(h.lines, h.b.Describe(e)) }

// A journal, written, read and replayed, is the battle again, and its header
// the setup.
func TestReplay(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := anyBattle(rt, t)
		table := seededTable(b, rapid.Uint64().Draw(rt, "seed"))
		first := &told{b: b}
		table.Listen(first)
		var text bytes.Buffer
		w, err := engine.NewJournalWriter(&text, engine.Header{Fields: b.Setup().Fields(), Seats: b.Setup().SeatNames()})
		if err != nil {
			rt.Fatal(err)
		}
		table.Record(w)
		result := b.Play(table)
		if err := w.Close(result.String()); err != nil {
			rt.Fatal(err)
		}
		journal, err := engine.ReadJournal(&text)
		if err != nil {
			rt.Fatal(err)
		}
		setup, err := kings.ReadSetup(journal.Header, b.Game().Thing)
		if err != nil {
			rt.Fatal(err)
		}
		again, err := kings.NewBattle(b.Game(), setup)
		if err != nil {
			rt.Fatal(err)
		}
		second := &told{b: again}
		replay := &engine.Replay{Entries: journal.Entries}
		table = engine.NewTable(replay, replay, replay, replay, replay)
		table.Listen(second)
		if got := again.Play(table); got != result || journal.End != got.String() || board(b) != board(again) {
			rt.Errorf("%v is replayed as %v", result, got)
		}
		if table.Err() != nil || replay.Done() != nil {
			rt.Error(table.Err(), replay.Done())
		}
		if !slices.Equal(first.lines, second.lines) {
			rt.Errorf("other events: %q and %q", first.lines, second.lines)
		}
	})
}

// A copy, taken between any two steps, goes on as the original does.
func TestCopy(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := anyBattle(rt, t)
		twin := b.Fresh()
		seed := rapid.Uint64().Draw(rt, "seed")
		// The copy's table has its own seats in the same state.
		table, other := seededTable(b, seed), seededTable(b, seed)
		b.Begin(table)
		twin.Begin(other)
		for n := rapid.IntRange(0, 40).Draw(rt, "steps"); n > 0 && !b.Over(); n-- {
			b.Step()
			twin.Step()
		}
		third := b.Fresh().(*kings.Battle)
		third.Begin(seededTable(b, seed+1)) // which is to be forgotten
		third.CopyFrom(b)
		third.Sit(other)
		for {
			if !bytes.Equal(b.AppendKey(nil), third.AppendKey(nil)) || b.Over() != third.Over() || b.Result() != third.Result() || board(b) != board(third) {
				rt.Fatalf("%s: the copy differs:\n%s\n%s", b.Scene(), board(b), board(third))
			}
			if b.Over() {
				break
			}
			b.Step()
			third.Step()
		}
		if table.Err() != nil || other.Err() != nil {
			rt.Fatal(table.Err(), other.Err())
		}
	})
}

// Battles of the same start with the same key, in the same round, lead with
// the same chances to the same keys, whatever brought them there.
func TestKey(t *testing.T) {
	met, again := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		b := anyBattle(rt, t)
		seen := map[string]map[string]*big.Rat{}
		scratch := b.Fresh().(*kings.Battle)
		seed := rapid.Uint64Range(0, 1<<40).Draw(rt, "seed")
		for range 6 {
			seed++
			table := seededTable(b, seed)
			for b.Begin(table); !b.Over(); b.Step() {
				key := fmt.Sprintf("%d %x", b.Round(), b.AppendKey(nil))
				next := chances(rt, scratch, b)
				met++
				old, ok := seen[key]
				if !ok {
					seen[key] = next
					continue
				}
				again++
				if !maps.EqualFunc(old, next, func(p, q *big.Rat) bool { return p.Cmp(q) == 0 }) {
					rt.Fatalf("%s: %s led to\n%v\nand leads to\n%v", b.Scene(), board(b), old, next)
				}
			}
			if err := table.Err(); err != nil {
				rt.Fatal(err)
			}
		}
	})
	if again < met/100 {
		t.Errorf("of %d states only %d came again", met, again)
	}
}

// chances is where the next step of a battle leads to, and with which
// chances, when all players draw lots.
func chances(t *rapid.T, scratch, b *kings.Battle) map[string]*big.Rat {
	walk := odds.NewWalk(odds.Lots{}, odds.Lots{}, odds.Lots{}, odds.Lots{})
	to := map[string]*big.Rat{}
	err := walk.Each(func() {
		scratch.Sit(walk.Table)
		scratch.CopyFrom(b)
		scratch.Step()
	}, func(odds.Number) error {
		key := fmt.Sprintf("%d %x %v %s", scratch.Round(), scratch.AppendKey(nil), scratch.Result(), board(scratch))
		if to[key] == nil {
			to[key] = new(big.Rat)
		}
		to[key].Add(to[key], walk.Rat())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// To try an answer out leads to where the battle stands after the step, with
// the same dice and players.
func TestTryLeadsWhereTheStepLeads(t *testing.T) {
	checks, tries := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		checks++
		b := anyBattle(rt, t)
		seed := rapid.Uint64().Draw(rt, "seed")
		var dice engine.Dice
		dice.Seed(seed, "")
		var tried []string
		var scratch engine.Battle
		at := func(b engine.Battle) string {
			return fmt.Sprintf("%d %x %s", b.Round(), b.AppendKey(nil), b.(*kings.Battle).Result())
		}
		random := make([]*players.Random, b.Seats())
		all := make([]engine.Oracle, b.Seats())
		for i := range random {
			random[i] = players.NewRandom(engine.Side(i), seed)
			all[i] = engine.OracleFunc(func(q engine.Question) (int, error) {
				answer, err := random[i].Answer(q)
				trier := q.Choice.(engine.Trier)
				if scratch == nil {
					scratch = trier.Scratch()
				}
				luck := dice
				table := engine.NewTable(&luck) // it asks no player any more
				scratch.Sit(table)
				trier.Try(scratch, answer)
				if err := table.Err(); err != nil {
					rt.Fatal(err)
				}
				tried = append(tried, at(scratch))
				return answer, err
			})
		}
		table := engine.NewTable(&dice, all...)
		for b.Begin(table); !b.Over() && table.Err() == nil; {
			tried = tried[:0]
			b.Step()
			for _, got := range tried {
				if want := at(b); got != want {
					rt.Fatalf("%s: tried, %s; played, %s", b.Scene(), got, want)
				}
				tries++
			}
		}
		if err := table.Err(); err != nil {
			rt.Fatal(err)
		}
	})
	if tries < checks {
		t.Errorf("in %d battles only %d answers were tried out", checks, tries)
	}
}

// entries is a Recorder that keeps what it hears.
type entries []string

func (e *entries) Record(q engine.Question, answer int) error {
	line := fmt.Sprint(q.Side, q.Sides, answer)
	if q.Choice != nil {
		line = fmt.Sprint(q.Side, " ", q.Choice.Name(answer))
	}
	*e = append(*e, line)
	return nil
}

// Whether somebody listens and has every score explained makes no difference
// to a battle.
func TestListeningChangesNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := anyBattle(rt, t)
		seed := rapid.Uint64().Draw(rt, "seed")
		var before entries
		var result kings.Result
		for n := range 4 {
			var e entries
			table := seededTable(b, seed)
			table.Record(&e)
			if n&1 != 0 {
				table.Listen(&told{b: b})
			}
			table.Explain(n&2 != 0)
			r := b.Play(table)
			if n > 0 && (r != result || !slices.Equal(e, before)) {
				rt.Fatalf("%v, %q; in silence %v, %q", r, e, result, before)
			}
			before, result = e, r
		}
	})
}

// All players of the tools finish a battle.
func TestPlayersFinish(t *testing.T) {
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		b := anyBattle(rt, t)
		if n++; n > 30 {
			return // searching takes its time
		}
		seed := rapid.Uint64().Draw(rt, "seed")
		var all []engine.Oracle
		for side := range engine.Side(b.Seats()) {
			switch rapid.IntRange(0, 2).Draw(rt, "player") {
			case 0:
				all = append(all, players.NewRandom(side, seed))
			case 1:
				all = append(all, players.Greedy{})
			case 2:
				all = append(all, players.NewSearch(side, seed, 60))
			}
		}
		table := engine.NewTable(engine.NewDice(seed), all...)
		b.Play(table)
		if err := table.Err(); err != nil || !b.Over() {
			rt.Fatal(err)
		}
	})
}
