package kingsview

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/engine/players"
	"houserule/engine/sim"
)

// played is a battle that is played again and again, with its tally.
type played struct {
	*kings.Battle
	table *engine.Table
	tally *Tally
	dice  *engine.Dice
}

func newPlayed(t testing.TB, lib *library.Library, s *library.Scenario) *played {
	t.Helper()
	b, err := kings.NewBattle(kingsdata.Game(lib), s.Setup.(kings.Setup))
	if err != nil {
		t.Fatal(err)
	}
	dice := lib.Dice(1)
	table := engine.NewTable(dice)
	return &played{b, table, NewTally(b, table), dice}
}

// random plays the battle of a seed with players who try everything.
func (p *played) random(t testing.TB, seed uint64) kings.Result {
	t.Helper()
	seats := make([]engine.Oracle, p.Seats())
	for side := range seats {
		seats[side] = restless(players.NewRandom(engine.Side(side), seed), seed%3 == 1)
	}
	p.table.Seat(p.dice, seats...)
	p.dice.Reseed(seed)
	result := p.Battle.Play(p.table)
	if err := p.table.Err(); err != nil {
		t.Fatal(err)
	}
	return result
}

// watched plays it once more, watched and counted.
func (p *played) watched(t testing.TB, seed uint64) kings.Result {
	t.Helper()
	p.tally.Watch(true)
	defer p.tally.Watch(false)
	r := p.random(t, seed)
	p.tally.Count()
	return r
}

// ledger counts a battle by listening to all that is said.
type ledger struct {
	b          *kings.Battle
	dice, hits [engine.MaxSeats]int64
	retreats   [engine.MaxSeats]int64
	lost       int64 // creatures and special characters
	wounded    int64 // rolls of buildings that were hit
	decided    int64 // of them, how many would have hit
}

func (l *ledger) Hear(_ engine.Seats, e engine.Event) {
	switch e.What {
	case kings.Rolled:
		r := l.b.Last()
		l.dice[r.By.Side()]++
		l.hits[r.By.Side()] += int64(r.Hits)
		if r.By.Hits() > 0 {
			l.wounded++
			if r.Hits == 0 && r.Die <= r.By.Thing().Value {
				l.decided++
			}
		}
	case kings.SideRetreated:
		l.retreats[e.Who]++
	case kings.LostCounter, kings.Removed:
		c := l.b.Counter(int(e.Who))
		if k := c.Thing().Kind; l.b.Came(c) && (k == kings.Creature || k == kings.Special) {
			l.lost++
		}
	}
}

// What the tally says of battles is what a listener hears of them.
func TestTallyOfEveryScenario(t *testing.T) {
	lib := testLibrary(t)
	var wounded, decided int64
	for _, scenario := range lib.Scenarios {
		t.Run(scenario.ID, func(t *testing.T) {
			p := newPlayed(t, lib, scenario)
			l := &ledger{b: p.Battle}
			p.table.Listen(l)
			endings := map[kings.Ending]int64{}
			for seed := range uint64(20) {
				endings[p.watched(t, seed).Ending]++
			}
			all := viewtest.Tables(p.tally)
			for side, seat := range p.Setup().SeatNames() {
				for column, want := range map[string]int64{" dice": l.dice[side], " hits": l.hits[side]} {
					if got := viewtest.Sum(all["steps"], seat+column); got != want {
						t.Errorf("%s%s: %d, want %d", seat, column, got, want)
					}
				}
				if row := all["retreats"].Rows[seat]; len(row) == 0 && l.retreats[side] > 0 || len(row) > 0 && row[0] != l.retreats[side] {
					t.Errorf("%s retreated %v times, want %d", seat, row, l.retreats[side])
				}
			}
			if got := gone(lib, all["things"]); got != l.lost {
				t.Errorf("%d creatures and characters went, want %d", got, l.lost)
			}
			for ending, want := range endings {
				got := int64(0)
				for _, n := range all["endings"].Rows[endingWords[ending]] {
					got += n
				}
				if got != want {
					t.Errorf("%s: %d, want %d", endingWords[ending], got, want)
				}
			}
			if row := all["causes"].Rows["hits taken (K3.3)"]; l.wounded > 0 && !slices.Equal(row, []int64{l.wounded, l.decided}) {
				t.Errorf("hits taken: %v, want %d and %d", row, l.wounded, l.decided)
			}
			wounded, decided = wounded+l.wounded, decided+l.decided
		})
	}
	if decided == 0 || decided == wounded {
		t.Errorf("hits taken decided %d of %d rolls", decided, wounded)
	}
}

// gone is how many creatures and characters are in a table of things no more.
func gone(lib *library.Library, table sim.Table) (n int64) {
	for id, row := range table.Rows {
		thing, err := kingsdata.Thing(lib, id)
		if err == nil && (thing.Kind == kings.Creature || thing.Kind == kings.Special) {
			for i := 0; i < len(row); i += 3 {
				n += row[i] - row[i+1] - row[i+2]
			}
		}
	}
	return n
}

// Who is watched plays no other battle, and leaves the table as it was.
func TestWatchingChangesNothing(t *testing.T) {
	lib := testLibrary(t)
	for _, scenario := range lib.Scenarios {
		plain, watched := newPlayed(t, lib, scenario), newPlayed(t, lib, scenario)
		for seed := range uint64(5) {
			want, got := plain.random(t, seed), watched.watched(t, seed)
			if got != want || string(plain.AppendKey(nil)) != string(watched.AppendKey(nil)) {
				t.Fatalf("%s, seed %d: watched %v, else %v", scenario.ID, seed, got, want)
			}
		}
		if watched.table.Listening() || watched.table.Explains() {
			t.Error("the table is left with a listener")
		}
	}
}

// The tables are always the same ones, and in the same order.
func TestTables(t *testing.T) {
	lib := testLibrary(t)
	s, err := lib.Scenario("three-kings")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, table := range newPlayed(t, lib, s).tally.Counts() {
		fmt.Fprintln(&out, table.Name, strings.Join(table.Columns, ", "))
		if len(table.Rows) > 0 {
			t.Errorf("%s has rows before any battle: %v", table.Name, slices.Collect(maps.Keys(table.Rows)))
		}
	}
	want := `endings attacker won, attacker2 won, defender won, draw
things attacker started, attacker stood, attacker retreated, attacker2 started, attacker2 stood, attacker2 retreated, defender started, defender stood, defender retreated
retreats battles
disabled battles
steps attacker dice, attacker hits, attacker2 dice, attacker2 hits, defender dice, defender hits
causes appeared, decided
hooks runs, changes
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

// Counting a battle takes a small part of the time that playing it does.
func BenchmarkTally(b *testing.B) {
	lib := testLibrary(b)
	s, err := lib.Scenario("ambush")
	if err != nil {
		b.Fatal(err)
	}
	p := newPlayed(b, lib, s)
	var counting time.Duration
	for b.Loop() {
		p.random(b, 1)
		start := time.Now()
		p.tally.Count()
		counting += time.Since(start)
	}
	b.ReportMetric(float64(counting.Nanoseconds())/float64(b.N), "ns/count")
}
