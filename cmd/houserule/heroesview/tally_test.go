package heroesview

import (
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/heroes/strategy"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/players"
	"houserule/engine/sim"
	"houserule/scripting/heroesmods"
	"houserule/scripting/modhost"
)

// played is a battle that is played again and again, with its tally.
type played struct {
	*heroes.Battle
	table *engine.Table
	tally *Tally
	lib   *library.Library
	dice  *engine.Dice
}

func newPlayed(t testing.TB, lib *library.Library, scenario string) *played {
	t.Helper()
	s, err := lib.Scenario(scenario)
	if err != nil {
		t.Fatal(err)
	}
	b, err := heroes.NewBattle(heroesdata.Game(lib), s.Setup.(heroes.Setup))
	if err != nil {
		t.Fatal(err)
	}
	dice := lib.Dice(1)
	table := engine.NewTable(dice, new(strategy.Reference), new(strategy.Reference))
	return &played{b, table, NewTally(b, table), lib, dice}
}

func (p *played) play(seed uint64) {
	p.dice.Reseed(seed)
	p.Battle.Play(p.table)
}

// random plays the battle of a seed with players who try everything.
func (p *played) random(t testing.TB, seed uint64) heroes.Result {
	t.Helper()
	p.table.Seat(p.dice, players.NewRandom(0, seed), players.NewRandom(1, seed))
	p.play(seed)
	if err := p.table.Err(); err != nil {
		t.Fatal(err)
	}
	return p.Result()
}

// watched plays it once more, watched and counted.
func (p *played) watched(t testing.TB, seed uint64) heroes.Result {
	t.Helper()
	p.tally.Watch(true)
	defer p.tally.Watch(false)
	r := p.random(t, seed)
	p.tally.Count()
	return r
}

// modded is the base game with a script, which has a policy for its errors.
func modded(t testing.TB, script string, policy modhost.Policy) *library.Library {
	t.Helper()
	fsys := fstest.MapFS{
		"try/mod.toml": &fstest.MapFile{Data: []byte("id = \"try\"\nversion = \"1.0.0\"\ntitle = \"Try\"\ngame = \"heroes\"\napi = 1\n")},
		"try/main.lua": &fstest.MapFile{Data: []byte(script)},
	}
	found := library.At(library.Folder{FS: fsys, Dir: "try", Where: "mods/try"})
	lib, err := library.LoadMods(heroesdata.Format(), library.Base(heroesdata.Format(), os.DirFS("../../..")), []library.Found{found}, []string{"try"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := heroesmods.API.Install(lib, policy); err != nil {
		t.Fatal(err)
	}
	return lib
}

// ledger counts a battle by listening to all that is said, as the tally may
// not.
type ledger struct {
	b                     *heroes.Battle
	attacks, hits, killed [2]int64
	cost                  int64
	taken                 map[string]int64 // cards
	levels, decided       int64            // strikes with levels under the striker's top card
}

func (l *ledger) Hear(_ engine.Seats, e engine.Event) {
	creature := func(n int32) *heroes.Creature { return l.b.Game().Creatures[n] }
	switch e.What {
	case heroes.Struck:
		s := l.b.Last()
		l.attacks[s.By.Side()]++
		if s.Hit {
			l.hits[s.By.Side()]++
		}
		under := s.By.Top().LevelsUnder()
		for _, other := range s.Attack.Terms() {
			if other.Op > engine.Add { // the formula is not a plain sum
				return
			}
		}
		if under > 0 {
			l.levels++
			if s.Hit && s.Die+s.Attack.Total()-under < s.Defense.Total() {
				l.decided++
			}
		}
	case heroes.Killed:
		l.taken[creature(e.N).ID]++
		l.killed[l.b.Stacks()[e.Who].Side()]++
		l.cost += int64(creature(e.N).Cost)
	case heroes.Discarded:
		l.taken[creature(e.N).ID]++
	}
}

// What the tally says of battles is what a listener hears of them: in every
// scenario, whose creatures, walls, spells and ways to leave are many.
func TestTallyOfEveryScenario(t *testing.T) {
	lib := testLibrary(t)
	for _, scenario := range lib.Scenarios {
		t.Run(scenario.ID, func(t *testing.T) {
			p := newPlayed(t, lib, scenario.ID)
			l := &ledger{b: p.Battle, taken: map[string]int64{}}
			p.table.Listen(l)
			endings := map[heroes.Ending]int64{}
			const battles = 20
			for seed := range uint64(battles) {
				endings[p.watched(t, seed).Ending]++
			}
			all := viewtest.Tables(p.tally)
			for side, word := range []string{"aggressor", "defender"} {
				for column, want := range map[string]int64{" attacks": l.attacks[side], " hits": l.hits[side], " kills": l.killed[side]} {
					if got := viewtest.Sum(all["kills"], word+column); got != want {
						t.Errorf("%s%s: %d, want %d", word, column, got, want)
					}
				}
			}
			if got := viewtest.Sum(all["kills"], "aggressor killed cost") + viewtest.Sum(all["kills"], "defender killed cost"); got != l.cost {
				t.Errorf("the cards killed cost %d, want %d", got, l.cost)
			}
			for id, row := range all["creatures"].Rows {
				if got := row[0] - row[1] + row[2] - row[3]; got != l.taken[id] {
					t.Errorf("%s: %d cards of %v went, want %d", id, got, row, l.taken[id])
				}
			}
			for ending, want := range endings {
				row := all["endings"].Rows[endingWords[ending]]
				if got := row[0] + row[1] + row[2]; got != want {
					t.Errorf("%s: %d, want %d", endingWords[ending], got, want)
				}
			}
		})
	}
}

// A term decides a strike that would have missed without it.
func TestTallyOfCauses(t *testing.T) {
	p := newPlayed(t, testLibrary(t), "reference")
	l := &ledger{b: p.Battle, taken: map[string]int64{}}
	p.table.Listen(l)
	for seed := range uint64(200) {
		p.tally.Watch(true)
		p.play(seed)
		p.tally.Watch(false)
	}
	got := viewtest.Tables(p.tally)["causes"].Rows
	want := map[string][]int64{"levels of the cards under it (H2.1)": {l.levels, l.decided}}
	if !maps.EqualFunc(got, want, slices.Equal) || l.decided == 0 || l.decided == l.levels {
		t.Errorf("causes %v, want %v", got, want)
	}
}

// Every kind of cause shows up somewhere: rules, abilities, spells, walls.
func TestTallyOfAllCauses(t *testing.T) {
	lib := testLibrary(t)
	var sums sim.Count
	for _, scenario := range lib.Scenarios {
		p := newPlayed(t, lib, scenario.ID)
		for seed := range uint64(20) {
			p.watched(t, seed)
		}
		sums.Add(&sim.Count{Tables: p.tally.Counts()})
	}
	causes := sums.Of("causes").Rows
	for name, row := range causes {
		if row[0] < row[1] || strings.Contains(name, ".toml") {
			t.Errorf("%s: %v", name, row)
		}
	}
	for _, want := range []string{"swarm (H3.2)", "protect (H3.3)", "support (H3.1)", "the next card (H2.3)", "intact walls (H8.3)"} {
		if row := causes[want]; row == nil || row[1] == 0 {
			t.Errorf("%s: %v, want that it decides something", want, row)
		}
	}
	if len(causes) < 12 {
		t.Errorf("only %d causes: %v", len(causes), slices.Sorted(maps.Keys(causes)))
	}
}

// Who is watched plays no other battle, whether or not scripts take part.
func TestWatchingChangesNothing(t *testing.T) {
	script := "function onAttack(attack) if attack.cards > 1 then attack.bonus = 2 end end\n" +
		"function onKilled(attack) if roll(6) == 6 and battle.room > 0 then battle:summon(attack.by.side, \"melee\", \"orc\", 1) end end"
	for name, lib := range map[string]*library.Library{"plain": testLibrary(t), "modded": modded(t, script, modhost.Stop)} {
		for _, scenario := range lib.Scenarios {
			plain, watched := newPlayed(t, lib, scenario.ID), newPlayed(t, lib, scenario.ID)
			for seed := range uint64(10) {
				want, got := plain.random(t, seed), watched.watched(t, seed)
				if got != want || string(plain.AppendKey(nil)) != string(watched.AppendKey(nil)) {
					t.Fatalf("%s %s, seed %d: watched %v, else %v", name, scenario.ID, seed, got, want)
				}
			}
		}
	}
}

// When it is over the table is as it was.
func TestWatchLeavesTheTable(t *testing.T) {
	p := newPlayed(t, testLibrary(t), "reference")
	for _, explains := range []bool{false, true} {
		heard := 0
		for _, listener := range []engine.Listener{nil, engine.ListenerFunc(func(engine.Seats, engine.Event) { heard++ })} {
			for _, book := range []*engine.Book{nil, engine.NewBook(1)} {
				p.table.Explain(explains)
				p.table.Listen(listener)
				p.table.Write(book)
				p.tally.Watch(true)
				if p.table.Listener() == nil || !p.table.Explains() {
					t.Error("it does not listen")
				}
				p.play(1)
				p.tally.Watch(false)
				after := p.table.Listener()
				if p.table.Explains() != explains || p.table.Write(book) != book || fmt.Sprint(after) != fmt.Sprint(listener) {
					t.Errorf("the table is left with %v, %t", after, p.table.Explains())
				}
			}
		}
		if heard == 0 {
			t.Error("the other listener heard nothing")
		}
	}
}

// A mod that is out is counted, battle by battle; so is what its hooks did.
func TestTallyOfMods(t *testing.T) {
	lib := modded(t, `function onRoundStart(round) if round.number == 8 then error("eight are too many") end end`, modhost.Disable)
	p := newPlayed(t, lib, "reference")
	out, rounds := int64(0), int64(0)
	for seed := range uint64(50) {
		r := p.watched(t, seed)
		rounds += int64(min(r.Rounds, 8))
		if r.Rounds >= 8 {
			out++
		}
	}
	all := viewtest.Tables(p.tally)
	if got, want := all["disabled"].Rows, (map[string][]int64{"try": {out}}); !reflect.DeepEqual(got, want) || out == 0 || out == 50 {
		t.Errorf("disabled: %v, want %v", got, want)
	}
	if got, want := all["hooks"].Rows, (map[string][]int64{"try onRoundStart": {rounds, 0}}); !reflect.DeepEqual(got, want) {
		t.Errorf("hooks: %v, want %v", got, want)
	}
}

// Cards that no living stack kills are nobody's.
func TestTallyOfNobody(t *testing.T) {
	lib := modded(t, "function onRoundStart() battle:kill(battle.defender.stacks[1], 1) end", modhost.Stop)
	p := newPlayed(t, lib, "reference")
	r := p.watched(t, 1)
	if row := viewtest.Tables(p.tally)["kills"].Rows[nobody]; row == nil || row[2] != int64(r.Rounds) {
		t.Errorf("nobody's row is %v after %d rounds", row, r.Rounds)
	}
}

// Tallies of several workers add up to that of one.
func TestTalliesAddUp(t *testing.T) {
	lib := modded(t, "function onAttack(attack) if attack.retaliation then attack.bonus = 1 end end", modhost.Stop)
	arm := sim.Arm{New: func() (*sim.Match, error) {
		p := newPlayed(t, lib, "reference")
		return &sim.Match{Battle: p.Battle, Table: p.table, Tally: p.tally, Reseed: func(seed uint64) { p.dice.Reseed(seed) }}, nil
	}}
	var first *sim.Result
	for workers := 1; workers <= 3; workers++ {
		trial := sim.Trial{Arms: []sim.Arm{arm}, Seed: 1, To: 1700, Workers: workers}
		got, err := trial.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = got
		}
		if !reflect.DeepEqual(got, first) || len(got.Arms[0].Of("hooks").Rows) != 1 {
			t.Errorf("%d workers: %+v\nwant %+v", workers, got, first)
		}
	}
}

// The tables are always the same, whatever has happened.
func TestTablesAreStable(t *testing.T) {
	p := newPlayed(t, testLibrary(t), "duel")
	shape := func() (text string) {
		for _, table := range p.tally.Counts() {
			text += fmt.Sprintln(table.Name, strings.Join(table.Columns, ", "))
			for name, row := range table.Rows {
				if len(row) != len(table.Columns) {
					t.Errorf("%s %s: %v", table.Name, name, row)
				}
			}
		}
		return text
	}
	const want = `creatures aggressor started, aggressor survived, defender started, defender survived
endings aggressor won, defender won, draw
disabled battles
kills aggressor attacks, aggressor hits, aggressor kills, aggressor killed cost, defender attacks, defender hits, defender kills, defender killed cost
causes appeared, decided
hooks runs, changes
`
	if got := shape(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	p.watched(t, 1)
	if got := shape(); got != want {
		t.Errorf("after a battle: got\n%s\nwant\n%s", got, want)
	}
}

func TestTallyAllocatesNothing(t *testing.T) {
	p := newPlayed(t, testLibrary(t), "reference")
	seed := uint64(0)
	play := func() {
		seed++
		p.play(seed)
		p.tally.Count()
		p.tally.Ledger().Commit()
	}
	if n := testing.AllocsPerRun(50, play); n != 0 {
		t.Errorf("%v allocations in a battle", n)
	}
	p.tally.Watch(true)
	p.play(seed)
	if n := testing.AllocsPerRun(50, play); n != 0 {
		t.Errorf("%v allocations in a battle that is watched", n)
	}
	p.tally.Watch(false)
}

// BenchmarkTally plays the reference battle without a tally, with one, and
// watched, in turn: what each costs more, in ns a battle, by the fastest of
// the blocks.
func BenchmarkTally(b *testing.B) {
	p := newPlayed(b, testLibrary(b), "reference")
	const battles = 2000
	var bare, counted, listened, watched time.Duration
	block := func(best *time.Duration, play func(seed uint64)) {
		start := time.Now()
		for seed := range uint64(battles) {
			play(seed)
		}
		if took := time.Since(start); *best == 0 || took < *best {
			*best = took
		}
	}
	for b.Loop() {
		block(&bare, p.play)
		block(&counted, func(seed uint64) {
			p.play(seed)
			p.tally.Count()
			p.tally.Ledger().Commit()
		})
		p.table.Listen(engine.ListenerFunc(func(engine.Seats, engine.Event) {}))
		block(&listened, p.play)
		p.table.Listen(nil)
		block(&watched, func(seed uint64) {
			p.tally.Watch(true)
			p.play(seed)
			p.tally.Watch(false)
			p.tally.Ledger().Commit()
		})
	}
	b.ReportMetric(float64(bare)/battles, "ns/bare")
	b.ReportMetric(float64(counted-bare)/battles, "ns/tally")
	b.ReportMetric(float64(listened-bare)/battles, "ns/listener")
	b.ReportMetric(float64(watched-bare)/battles, "ns/watched")
}
