package engine_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"houserule/engine"
)

// A listing writes down what it hears and what is asked, a line each.
type listing struct{ lines []string }

func (l *listing) Hear(to engine.Seats, e engine.Event) {
	l.addf("hear %x: what %d who %d whom %d n %d", uint8(to), e.What, e.Who, e.Whom, e.N)
}

func (l *listing) Record(e engine.Entry) error {
	l.addf("record seat %d: %s", e.Side, e)
	return nil
}

func (l *listing) addf(format string, args ...any) {
	l.lines = append(l.lines, fmt.Sprintf(format, args...))
}

func (l *listing) want(t *testing.T, lines ...string) {
	t.Helper()
	if !slices.Equal(l.lines, lines) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(l.lines, "\n  "), strings.Join(lines, "\n  "))
	}
}

// fixed is a scene that does not change.
type fixed string

func (f fixed) Scene() string { return string(f) }

func TestQuestionsGoToTheirSeats(t *testing.T) {
	var asked []engine.Question
	tell := func(n int) engine.Oracle {
		return engine.OracleFunc(func(q engine.Question) (int, error) {
			asked = append(asked, q)
			return n, nil
		})
	}
	table := engine.NewTable(tell(5), tell(0), tell(1), tell(2), tell(3))
	if n := table.Roll(10, 7); n != 5 {
		t.Errorf("the die shows %d, want 5", n)
	}
	for _, side := range []engine.Side{2, 0, 3, 1} {
		if n := table.Choose(side, bid(9)); n != int(side) {
			t.Errorf("seat %d answers %d", side, n)
		}
	}
	want := []engine.Question{
		{Sides: 10, Need: 7, Side: engine.Luck},
		{Choice: bid(9), Side: 2},
		{Choice: bid(9), Side: 0},
		{Choice: bid(9), Side: 3},
		{Choice: bid(9), Side: 1},
	}
	if !slices.Equal(asked, want) {
		t.Errorf("asked\n  %v\nwant\n  %v", asked, want)
	}
	if err := table.Err(); err != nil {
		t.Error(err)
	}
}

func TestEmptySeatAnswersFirst(t *testing.T) {
	table := engine.NewTable(chosen(3), chosen(1))
	if n := table.Choose(1, bid(9)); n != 0 || table.Err() != nil {
		t.Errorf("answer %d, error %v: want the first option", n, table.Err())
	}
}

func TestTooManyPlayers(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("five players are seated")
		}
	}()
	engine.NewTable(nil, make([]engine.Oracle, engine.MaxSeats+1)...)
}

func TestTableErrors(t *testing.T) {
	broken := errors.New("the cat sits on the dice")
	ask := func(side engine.Side, c engine.Choice) func(*engine.Table) int {
		return func(t *engine.Table) int { return t.Choose(side, c) }
	}
	throw := func(t *engine.Table) int { return t.Roll(6, 0) }
	empty := (*dare)(newPig(2, 10))

	for _, test := range []struct {
		name   string
		scene  engine.Scene
		oracle engine.Oracle
		ask    func(*engine.Table) int
		err    string
	}{
		{"no dice", nil, failing(broken), throw, "the cat sits on the dice"},
		{"scene", newPig(3, 10), failing(broken), throw, "turn 1, player 1: the cat sits on the dice"},
		{"player", newPig(3, 10), failing(broken), ask(0, bid(3)), "turn 1, player 1: the cat sits on the dice"},
		{"die 0", fixed("here"), chosen(0), throw, "here: a die of 6 sides cannot show 0"},
		{"die 7", fixed("here"), chosen(7), throw, "here: a die of 6 sides cannot show 7"},
		{"die -1", fixed("here"), chosen(-1), throw, "here: a die of 6 sides cannot show -1"},
		{"no option", fixed("here"), chosen(4), ask(0, bid(3)), "here: answer 4 is none of the options"},
		{"refused", fixed("here"), chosen(hold), ask(0, empty), "here: there is nothing to hold"},
		{"refuser without a reason", nil, chosen(9), ask(0, empty), "answer 9 is none of the options"},
		{"dice that choose", nil, engine.NewDice(1), ask(0, empty), "dice cannot answer a choice"},
	} {
		t.Run(test.name, func(t *testing.T) {
			table := engine.NewTable(test.oracle, test.oracle)
			table.Place(test.scene)
			if n := test.ask(table); n != 0 && n != 1 {
				t.Errorf("the answer is %d, want the first", n)
			}
			wantText(t, table.Err(), test.err)
		})
	}
}

func TestErrorUnwraps(t *testing.T) {
	broken := errors.New("broken")
	table := engine.NewTable(failing(fmt.Errorf("dice: %w", broken)))
	table.Place(fixed("round 2"))
	table.Roll(6, 0)
	var e *engine.Error
	if !errors.As(table.Err(), &e) || e.Where != "round 2" || !errors.Is(e, broken) {
		t.Errorf("%#v does not say where and what", table.Err())
	}
}

func TestErrorSticks(t *testing.T) {
	asked := 0
	counting := engine.OracleFunc(func(engine.Question) (int, error) {
		asked++
		return 3, nil
	})
	var heard listing
	table := engine.NewTable(counting, counting, counting)
	table.Listen(&heard)
	table.Record(&heard)
	table.Place(fixed("here"))
	table.Roll(6, 0)
	table.Fail(errors.New("the first"))
	table.Fail(errors.New("the second"))

	for range 3 {
		if n := table.Roll(6, 0); n != 1 {
			t.Errorf("after an error the die shows %d, want 1", n)
		}
		for _, c := range []engine.Choice{bid(5), (*dare)(newPig(2, 10))} {
			if n := table.Choose(1, c); n != c.First() {
				t.Errorf("after an error %T is answered with %d, want the first", c, n)
			}
		}
	}
	table.Report(engine.Event{})
	if table.Listening() {
		t.Error("after an error somebody listens")
	}
	if asked != 1 {
		t.Errorf("%d questions are put, want the one before the error", asked)
	}
	heard.want(t, "record seat -1: d6 3")
	wantText(t, table.Err(), "here: the first")

	table.Seat(counting, counting)
	if err := table.Err(); err != nil {
		t.Errorf("a table seated anew remembers %q", err)
	}
	if n := table.Roll(6, 0); n != 3 {
		t.Errorf("a table seated anew shows %d, want 3", n)
	}
}

func TestRecorderFails(t *testing.T) {
	table := engine.NewTable(chosen(4), chosen(2))
	table.Record(full{})
	if n := table.Roll(6, 0); n != 4 {
		t.Errorf("the die shows %d, want 4", n)
	}
	wantText(t, table.Err(), "no room")
}

// full is a Recorder that cannot.
type full struct{}

func (full) Record(engine.Entry) error { return errors.New("no room") }

// While one seat is asked, the asks tell nothing of the others' answers, and
// neither does the listener; a recorder is told at once.
func TestTogetherIsSecret(t *testing.T) {
	for seats := 2; seats <= engine.MaxSeats; seats++ {
		t.Run(fmt.Sprint(seats, " seats"), func(t *testing.T) {
			asks := make([]engine.Ask, seats)
			var recorded, heard listing
			players := make([]engine.Oracle, seats)
			for i := range players {
				players[i] = engine.OracleFunc(func(q engine.Question) (int, error) {
					for _, a := range asks {
						if a.Answer != -1 {
							t.Errorf("seat %d sees that seat %d answers %d", i, a.Side, a.Answer)
						}
					}
					if len(heard.lines) > 0 {
						t.Errorf("seat %d hears %q", i, heard.lines)
					}
					if n := len(recorded.lines); n != i {
						t.Errorf("%d answers are recorded when seat %d is asked", n, i)
					}
					return 10 + i, nil
				})
			}
			table := engine.NewTable(chosen(1), players...)
			table.Record(&recorded)
			table.Listen(&heard)
			for i := range asks {
				asks[i] = engine.Ask{Side: engine.Side(i), Choice: bid(20), Answer: -1}
			}
			table.Together(asks)
			var want []string
			for i, a := range asks {
				if a.Answer != 10+i {
					t.Errorf("the answer of seat %d is %d, want %d", i, a.Answer, 10+i)
				}
				want = append(want, fmt.Sprintf("record seat %d: \"bid %d\"", i, 10+i))
			}
			recorded.want(t, want...)
		})
	}
}

func TestTogetherAfterAnError(t *testing.T) {
	asks := []engine.Ask{{Side: 0, Choice: bid(5)}, {Side: 1, Choice: bid(5)}, {Side: 2, Choice: bid(5), Answer: 4}}
	table := engine.NewTable(nil, chosen(3), chosen(6), chosen(5))
	table.Together(asks)
	if got := [...]int{asks[0].Answer, asks[1].Answer, asks[2].Answer}; got != [...]int{3, 0, 0} {
		t.Errorf("the answers are %v, want 3 and then the first", got)
	}
	wantText(t, table.Err(), "answer 6 is none of the options")
}

func TestSeats(t *testing.T) {
	some := engine.Only(0, 2)
	for side, want := range []bool{true, false, true, false} {
		if got := some.Has(engine.Side(side)); got != want {
			t.Errorf("seat %d among 0 and 2: %t", side, got)
		}
		if !engine.Everybody.Has(engine.Side(side)) {
			t.Errorf("seat %d is nobody", side)
		}
		if engine.Only().Has(engine.Side(side)) {
			t.Errorf("seat %d is among none", side)
		}
	}
}

func TestViews(t *testing.T) {
	var all, first, third listing
	table := engine.NewTable(nil)
	table.Report(engine.Event{What: 1}) // to nobody
	table.Listen(engine.Listeners(heardBy(0, &first), &all, heardBy(2, &third)))
	table.Report(engine.Event{What: 2, Who: 3, Whom: 4, N: 5})
	table.ReportTo(engine.Only(0), engine.Event{What: 3})
	table.ReportTo(engine.Only(1, 2), engine.Event{What: 4})
	table.ReportTo(engine.Only(), engine.Event{What: 5})
	table.Listen(nil)
	table.Report(engine.Event{What: 6})

	const (
		two   = "hear ff: what 2 who 3 whom 4 n 5"
		three = "hear 1: what 3 who 0 whom 0 n 0"
		four  = "hear 6: what 4 who 0 whom 0 n 0"
		five  = "hear 0: what 5 who 0 whom 0 n 0"
	)
	all.want(t, two, three, four, five)
	first.want(t, two, three)
	third.want(t, two, four)
}

func TestListenersHearInTurn(t *testing.T) {
	var heard []int
	ear := func(n int) engine.Listener {
		return engine.ListenerFunc(func(engine.Seats, engine.Event) { heard = append(heard, n) })
	}
	table := engine.NewTable(nil)
	table.Listen(engine.Listeners(ear(1), ear(2), ear(3)))
	table.Report(engine.Event{})
	if !slices.Equal(heard, []int{1, 2, 3}) {
		t.Errorf("heard by %v", heard)
	}
}

// In a whole game a seat hears its own bid and no other.
func TestSeatHearsItsOwnBid(t *testing.T) {
	for seat := range engine.Side(3) {
		table := engine.NewTable(engine.NewDice(1), cautious(5), cautious(8), cautious(11))
		var bids []engine.Event
		table.Listen(heardBy(seat, engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
			if e.What == bidden {
				bids = append(bids, e)
			}
		})))
		p := newPig(3, 20)
		p.most = 11
		if err := p.play(table); err != nil {
			t.Fatal(err)
		}
		want := engine.Event{What: bidden, Who: int32(seat), N: int32(5 + 3*seat)}
		if len(bids) != 1 || bids[0] != want {
			t.Errorf("seat %d hears %v, want %v", seat, bids, want)
		}
	}
}

// Values of at most four fields and four words stay in registers.
func TestSizes(t *testing.T) {
	for _, value := range []any{engine.Question{}, engine.Event{}, engine.Score{}} {
		typ := reflect.TypeOf(value)
		if typ.NumField() > 4 {
			t.Errorf("%v has %d fields, want at most 4", typ, typ.NumField())
		}
		if words := typ.Size() / unsafe.Sizeof(uintptr(0)); words > 4 && unsafe.Sizeof(uintptr(0)) == 8 {
			t.Errorf("%v has %d words, want at most 4", typ, words)
		}
	}
}

func TestTableAllocatesNothing(t *testing.T) {
	p := newPig(2, 1000)
	table := engine.NewTable(engine.NewDice(1), chosen(roll))
	var listen engine.Listener = engine.ListenerFunc(func(engine.Seats, engine.Event) {})
	n := testing.AllocsPerRun(100, func() {
		table.Roll(10, 4)
		table.Choose(0, (*dare)(p))
		table.Listen(nil)
		table.Report(engine.Event{What: 1})
		table.Listen(listen)
		table.Report(engine.Event{What: 1})
	})
	if n != 0 {
		t.Errorf("%v allocations for a die, a choice and two reports", n)
	}
}

// The same game with other oracles at the table: here dice and choices are
// written down, and what happens is told.
func ExampleTable() {
	script := &engine.Script{
		Dice:    []int{5, 4, 1, 3},
		Choices: []string{"roll", "roll", "hold", "roll", "roll", "hold"},
	}
	table := engine.NewTable(script, script, script)
	table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
		fmt.Printf("player %d %s %d\n", e.Who+1, [...]string{rolled: "rolls", held: "holds"}[e.What], e.N)
	}))
	game := newPig(2, 12) // see pig_test.go
	fmt.Println(game.play(table), script.Done())
	// Output:
	// player 1 rolls 5
	// player 1 rolls 4
	// player 1 holds 9
	// player 2 rolls 1
	// player 1 rolls 3
	// player 1 holds 3
	// <nil> <nil>
}

// Each question that is put to an oracle has a number of its own while it is
// open; behind it none is asked.
func TestAsking(t *testing.T) {
	var table *engine.Table
	var asked []int
	note := engine.OracleFunc(func(engine.Question) (int, error) {
		asked = append(asked, table.Asking(), table.Asking())
		return 1, nil
	})
	table = engine.NewTable(note, note)
	table.Roll(6, 0)
	asked = append(asked, table.Asking())
	table.Choose(0, bid(9))
	table.RollStream(0, 6)
	asked = append(asked, table.Asking())
	if want := []int{1, 1, 0, 2, 2, 3, 3, 0}; !slices.Equal(asked, want) {
		t.Errorf("asking %v, want %v", asked, want)
	}
}

// Answers that are given come first, of whomever is asked: of dice, of streams, of several
// dice of which one counts, and of players.
func TestGive(t *testing.T) {
	played := func(table *engine.Table) []int {
		return []int{table.Roll(6, 0), table.Choose(1, bid(9)), table.RollPool(6, 3, 0, false), table.RollStream(0, 6), table.Choose(0, bid(9)), table.Roll(6, 0)}
	}
	eight := engine.OracleFunc(func(engine.Question) (int, error) { return 8, nil })
	for _, c := range []struct{ answers, want []int }{
		{nil, []int{1, 8, 4, 1, 8, 5}},
		{[]int{5}, []int{5, 8, 3, 1, 8, 4}},
		{[]int{5, 7, 1, 4}, []int{5, 7, 4, 1, 8, 2}},
		{[]int{5, 7, 1, 4, 2, 6, 0, 6}, []int{5, 7, 4, 6, 0, 6}},
	} {
		table := engine.NewTable(nil)
		luck := 0
		table.Seat(engine.OracleFunc(func(q engine.Question) (int, error) {
			if q.Side < engine.Luck {
				return 1, nil
			}
			luck++
			return luck, nil
		}), eight, eight)
		table.Give(c.answers)
		if got := played(table); !slices.Equal(got, c.want) || table.Err() != nil {
			t.Errorf("given %v: %v, want %v; error %v", c.answers, got, c.want, table.Err())
		}
	}
	// Seeded dice, which need no question, go on where they were.
	table, dice := engine.NewTable(engine.NewDice(1)), engine.NewDice(1)
	table.Give([]int{3})
	if got, want := []int{table.Roll(100, 0), table.Roll(100, 0)}, []int{3, dice.Roll(100)}; !slices.Equal(got, want) {
		t.Errorf("the dice show %v, want %v", got, want)
	}
}

// heardBy returns a listener that passes on the events that the seat may see.
func heardBy(seat engine.Side, l engine.Listener) engine.Listener {
	return engine.ListenerFunc(func(to engine.Seats, e engine.Event) {
		if to.Has(seat) {
			l.Hear(to, e)
		}
	})
}
