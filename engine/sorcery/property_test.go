package sorcery_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/odds"
	"houserule/engine/players"
	"houserule/engine/sorcery"
)

// anyRules is a house's rules: every switch either way, and most numbers as
// they are, or not.
func anyRules(t *rapid.T) sorcery.Rules {
	r := sorcery.DefaultRules()
	v := reflect.ValueOf(&r).Elem()
	for i := range v.NumField() {
		tag := v.Type().Field(i).Tag
		key := tag.Get("toml")
		switch f := v.Field(i); f.Kind() {
		case reflect.Bool:
			f.SetBool(rapid.Bool().Draw(t, key))
		case reflect.String:
			f.SetString(rapid.SampledFrom(strings.Split(tag.Get("oneof"), "|")).Draw(t, key))
		case reflect.Int:
			if rapid.IntRange(0, 3).Draw(t, "changes "+key) > 0 {
				continue
			}
			least, most, _ := strings.Cut(tag.Get("range"), "..")
			from, err := strconv.Atoi(least)
			if err != nil {
				t.Fatal(err)
			}
			to, err := strconv.Atoi(most)
			if err != nil {
				t.Fatal(err)
			}
			f.SetInt(int64(rapid.IntRange(from, min(to, from+8)).Draw(t, key)))
		}
	}
	return r
}

// anySetup is a battle of small armies.
func anySetup(t *rapid.T, g *sorcery.Game) sorcery.Setup {
	run := func(kinds []*sorcery.Kind) sorcery.Run {
		r := sorcery.Run{N: rapid.IntRange(1, 2).Draw(t, "n"), Kind: rapid.SampledFrom(kinds).Draw(t, "kind")}
		r.OverWater = rapid.IntRange(0, 4).Draw(t, "over water") == 4
		special := rapid.IntRange(0, 4).Draw(t, "demoralised or wounded") == 4
		r.Demoralized = special && r.Kind.Role == sorcery.Troop
		if special && r.Kind.Role != sorcery.Troop {
			r.Wounds = r.Kind.Endurance - 1
		}
		return r
	}
	some := func(least, most int) (a sorcery.Army) {
		for range rapid.IntRange(least, most).Draw(t, "runs") {
			a = append(a, run(g.Kinds))
		}
		return a
	}
	s := sorcery.Setup{
		Armies:     [sorcery.Seats]sorcery.Army{some(1, 3), some(1, 3)},
		Terrain:    rapid.SampledFrom([]string{"", "clear", "mountain", "swamp", "bridge", "clear", "clear"}).Draw(t, "terrain"),
		Narrow:     rapid.IntRange(0, 4).Draw(t, "narrow") == 4,
		Inside:     rapid.IntRange(0, 4).Draw(t, "inside") == 4,
		RoundLimit: rapid.IntRange(1, 6).Draw(t, "rounds"),
	}
	if armed := func(a sorcery.Army) bool {
		return slices.ContainsFunc(a, func(r sorcery.Run) bool { return r.Kind.Role == sorcery.Troop })
	}; !armed(s.Armies[0]) && !armed(s.Armies[1]) {
		s.Armies[0] = append(s.Armies[0], sorcery.Run{N: 1, Kind: g.Kinds[rapid.IntRange(0, 7).Draw(t, "unit")]})
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "neighbors") {
		n := sorcery.Neighbor{Name: fmt.Sprint("hex", i), Owner: engine.Side(rapid.IntRange(-1, 1).Draw(t, "owner"))}
		n.Terrain = rapid.SampledFrom([]string{"", "clear", "lake"}).Draw(t, "its terrain")
		n.Water, n.Watched = rapid.Bool().Draw(t, "water"), rapid.Bool().Draw(t, "watched")
		n.Closed = rapid.IntRange(0, 4).Draw(t, "closed") == 4
		if n.Owner >= 0 {
			n.Army = some(0, 3)
		}
		s.Neighbors = append(s.Neighbors, n)
	}
	return s
}

func anyBattle(t *rapid.T, test testing.TB) *sorcery.Battle {
	g := newGame(test, anyRules(t))
	b, err := sorcery.NewBattle(g, anySetup(t, g))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// seats are random players, so that a battle is a function of the seed.
func seats(b *sorcery.Battle, seed uint64) (all []engine.Oracle) {
	for side := range engine.Side(b.Seats()) {
		all = append(all, players.NewRandom(side, seed))
	}
	return all
}

func seededTable(b *sorcery.Battle, seed uint64) *engine.Table {
	return engine.NewTable(engine.NewDice(seed), seats(b, seed)...)
}

// A referee watches a battle of random players.
type referee struct {
	t       *rapid.T
	b       *sorcery.Battle
	rounds  int
	charged map[int]int // the round in which each unit charged last
}

func (r *referee) Hear(_ engine.Seats, e engine.Event) {
	b := r.b
	if b.Describe(e) == "" {
		r.t.Fatalf("%s: %+v has no words", b.Scene(), e)
	}
	switch e.What {
	case sorcery.RoundBegan:
		if r.rounds++; int(e.N) != r.rounds || r.rounds > b.RoundLimit() {
			r.t.Fatalf("round %d begins as the %dth of %d", e.N, r.rounds, b.RoundLimit())
		}
	case sorcery.Charges:
		u := b.Unit(int(e.Who))
		if last, ok := r.charged[u.ID()]; ok && last == r.rounds-1 && !b.Game().Rules.ChargeAgain {
			r.t.Fatalf("%s: %s charges again", b.Scene(), b.Label(u))
		}
		r.charged[u.ID()] = r.rounds
		if t := b.Terrain(); t == nil || !t.Clear || u.Kind().Classes&sorcery.Cavalry == 0 {
			r.t.Fatalf("%s: %s charges", b.Scene(), b.Label(u))
		}
	case sorcery.Rolled:
		r.checkArray(engine.Side(e.Who))
	case sorcery.Checked:
		if u := b.Unit(int(e.Who)); !u.Stands() || !u.Engaged() || u.Kind().Role != sorcery.Troop {
			r.t.Fatalf("%s: %s checks morale", b.Scene(), b.Label(u))
		}
	}
}

// checkArray is S3.3: chargers and the rear guard at the left, last round's
// chargers at the right.
func (r *referee) checkArray(side engine.Side) {
	last := 0
	for u := range r.b.Line(side) {
		zone := 1
		switch {
		case u.Charging() || u.Guards():
			zone = 0
		case u.Charged():
			zone = 2
		}
		if r.b.Lone() < 0 && zone < last {
			r.t.Fatalf("%s: %s", r.b.Scene(), board(r.b))
		}
		last = zone
	}
}

// At every step each unit is in one place, who is eliminated does not stand,
// and strength does not appear; and the battle ends in time.
func TestInvariants(t *testing.T) {
	endings := map[sorcery.Ending]int{}
	rapid.Check(t, func(rt *rapid.T) {
		b := anyBattle(rt, t)
		table := seededTable(b, rapid.Uint64().Draw(rt, "seed"))
		table.Listen(&referee{t: rt, b: b, charged: map[int]int{}})
		b.Begin(table)
		before := [sorcery.Seats]int{1 << 30, 1 << 30}
		gone := map[int]bool{}
		for n := 0; ; n++ {
			places := map[int]int{}
			for side := range sorcery.Seats {
				for u := range b.Line(side) {
					places[u.ID()]++
					if u.Side() != side || u.Kind().Role != sorcery.Troop {
						rt.Fatalf("%s: %s stands in the line of %s", b.Scene(), b.Label(u), sorcery.SideName(side))
					}
				}
				for u := range b.Heads(side) {
					places[u.ID()]++
					if u.Side() != side || u.Kind().Role == sorcery.Troop || u.Wounds() >= u.Kind().Endurance {
						rt.Fatalf("%s: %s with %d wounds is a head of %s", b.Scene(), b.Label(u), u.Wounds(), sorcery.SideName(side))
					}
				}
				if b.LossesOn(side) < 0 || (b.Worth(side) > 0) != (len(slices.Collect(b.Line(side)))+len(slices.Collect(b.Heads(side))) > 0) {
					rt.Fatalf("%s: side %d: losses of %d, worth %d", b.Scene(), side, b.LossesOn(side), b.Worth(side))
				}
				strength := 0
				for i := range b.Units() {
					if u := b.Unit(i); u.Side() == side {
						strength += strengthOf(u)
					}
				}
				if strength > before[side] {
					rt.Fatalf("%s: the strength of side %d has grown from %d to %d: %s", b.Scene(), side, before[side], strength, board(b))
				}
				before[side] = strength
			}
			for i := range b.Units() {
				u := b.Unit(i)
				if (places[i] == 1) != u.Stands() || places[i] > 1 {
					rt.Fatalf("%s: %s is %s and in %d lists", b.Scene(), b.Label(u), u.Status(), places[i])
				}
				out := u.Status() == sorcery.Eliminated || u.Status() == sorcery.Captured
				if gone[i] && !out {
					rt.Fatalf("%s: %s has come back", b.Scene(), b.Label(u))
				}
				gone[i] = out
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
		if r.Ending == sorcery.Cleared {
			for side := range sorcery.Seats {
				if left := b.Worth(side) > 0; left != (side == r.Winner) {
					rt.Fatalf("%v: %s", r, board(b))
				}
			}
		}
	})
	for e := sorcery.Cleared; e <= sorcery.TimeUp; e++ {
		if endings[e] == 0 && !testing.Short() {
			t.Logf("no battle ended with %d: %v", e, endings)
		}
	}
}

// strengthOf is what is left of a unit wherever it is: demoralised ones have
// less.
func strengthOf(u *sorcery.Unit) int {
	k := u.Kind()
	switch {
	case u.Status() == sorcery.Eliminated || u.Status() == sorcery.Captured:
		return 0
	case k.Role != sorcery.Troop:
		return k.Endurance - u.Wounds()
	case u.Demoralized():
		return k.Strength
	}
	return 2 * k.Strength
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
		table := engine.NewTable(player, player, player)
		b.Play(table)
		if err := table.Err(); err != nil {
			rt.Fatal(err)
		}
	})
}

func checkOptions(t *rapid.T, b *sorcery.Battle, c engine.Choice) {
	if c.(engine.Prompter).Prompt() == "" {
		t.Fatalf("%s: %T asks nothing", b.Scene(), c)
	}
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
	for answer := -2; answer < len(b.Units())+4; answer++ {
		other(answer)
	}
	other(rapid.Int().Draw(t, "any answer"))
}

// S3.2: nobody is told who charges before both have named theirs, nor does it
// show in what the defender's player tries out.
func TestChargesAreSecret(t *testing.T) {
	g := newGame(t, sorcery.DefaultRules())
	horse := army(t, g, "2 horse-4")
	b, err := sorcery.NewBattle(g, sorcery.Setup{Armies: [sorcery.Seats]sorcery.Army{horse, horse}, Terrain: "clear"})
	if err != nil {
		t.Fatal(err)
	}
	var tried []string
	heard := 0
	for _, answer := range []int{sorcery.Pass, sorcery.All} {
		attacker := engine.OracleFunc(func(q engine.Question) (int, error) { return answer, nil })
		defender := engine.OracleFunc(func(q engine.Question) (int, error) {
			if heard > 0 {
				t.Errorf("%d charges were heard of", heard)
			}
			for u := range b.Line(sorcery.Attacker) {
				if u.Charging() {
					t.Errorf("%s is seen to charge", b.Label(u))
				}
			}
			trier := q.Choice.(engine.Trier)
			scratch := trier.Scratch()
			scratch.Sit(engine.NewTable(engine.NewDice(1)))
			trier.Try(scratch, sorcery.Pass)
			tried = append(tried, string(scratch.AppendKey(nil)))
			return 0, engine.ErrRewind
		})
		table := engine.NewTable(engine.NewDice(1), attacker, defender)
		table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
			if e.What == sorcery.Charges {
				heard++
			}
		}))
		b.Play(table)
	}
	if len(tried) != 2 || tried[0] != tried[1] {
		t.Errorf("%q", tried)
	}
}

// told is all that is heard of a battle, in words.
type told struct {
	b     *sorcery.Battle
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
		setup, err := sorcery.ReadSetup(journal.Header, b.Game().Kind)
		if err != nil {
			rt.Fatal(err)
		}
		again, err := sorcery.NewBattle(b.Game(), setup)
		if err != nil {
			rt.Fatal(err)
		}
		second := &told{b: again}
		replay := &engine.Replay{Entries: journal.Entries}
		table = engine.NewTable(replay, replay, replay)
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
		third := b.Fresh().(*sorcery.Battle)
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
		scratch := b.Fresh().(*sorcery.Battle)
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
func chances(t *rapid.T, scratch, b *sorcery.Battle) map[string]*big.Rat {
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
// the same dice and players, unless the enemy has named chargers in secret.
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
			return fmt.Sprintf("%d %x %s", b.Round(), b.AppendKey(nil), b.(*sorcery.Battle).Result())
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
				if p, ok := q.Choice.(*sorcery.Picking); !ok || p.What != sorcery.PickCharge || q.Side == sorcery.Attacker {
					tried = append(tried, at(scratch))
				}
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
		var result sorcery.Result
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
