package engine_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"houserule/engine"
)

// pig is the game of these tests, for two to four players. Who has the turn
// rolls a die into a pot as often as it dares, and holds to own the pot; a 1
// takes the pot away and ends the turn. The first with goal points wins.
// When most is set the players first bid in secret who begins: 0 to most,
// the highest bid, which is paid in points, has the first turn.
type pig struct {
	table  *engine.Table
	scores []int
	goal   int
	most   int
	turn   engine.Side
	turns  int
	pot    int
}

const (
	roll = iota
	hold
)

// What an event of pig says.
const (
	rolled int32 = iota // Who, the die N
	held                // Who, the pot N
	bidden              // Who, the bid N: for the bidder only
)

func newPig(seats, goal int) *pig { return &pig{scores: make([]int, seats), goal: goal} }

// play plays to the end or to the first error.
func (p *pig) play(t *engine.Table) error {
	p.table = t
	t.Place(p)
	if p.most > 0 {
		p.open()
	}
	for t.Err() == nil && p.winner() < 0 {
		p.step()
	}
	return t.Err()
}

func (p *pig) open() {
	bids := make([]engine.Ask, len(p.scores))
	for i := range bids {
		bids[i] = engine.Ask{Side: engine.Side(i), Choice: bid(p.most)}
	}
	p.table.Together(bids)
	for _, b := range bids {
		p.table.ReportTo(engine.Only(b.Side), engine.Event{What: bidden, Who: int32(b.Side), N: int32(b.Answer)})
		if b.Answer > bids[p.turn].Answer {
			p.turn = b.Side
		}
	}
	p.scores[p.turn] -= bids[p.turn].Answer
}

func (p *pig) step() {
	if p.table.Choose(p.turn, (*dare)(p)) == hold {
		p.scores[p.turn] += p.pot
		p.table.Report(engine.Event{What: held, Who: int32(p.turn), N: int32(p.pot)})
		p.pass()
		return
	}
	n := p.table.Roll(6, 2)
	p.table.Report(engine.Event{What: rolled, Who: int32(p.turn), N: int32(n)})
	p.pot += n
	if n == 1 {
		p.pass()
	}
}

func (p *pig) pass() {
	p.turn = (p.turn + 1) % engine.Side(len(p.scores))
	p.turns++
	p.pot = 0
}

// winner is who has the goal, or -1.
func (p *pig) winner() int {
	for i, n := range p.scores {
		if n >= p.goal {
			return i
		}
	}
	return -1
}

func (p *pig) Scene() string {
	return fmt.Sprintf("turn %d, player %d", p.turns+1, p.turn+1)
}

// dare is the choice of who has the turn.
type dare pig

func (d *dare) Legal(n int) bool { return n == roll || n == hold && d.pot > 0 }
func (d *dare) First() int       { return roll }

func (d *dare) Each(yield func(int) bool) {
	if yield(roll) && d.Legal(hold) {
		yield(hold)
	}
}

func (d *dare) Name(n int) string { return [...]string{roll: "roll", hold: "hold"}[n] }

func (d *dare) Parse(text string) (int, error) {
	switch text {
	case "roll":
		return roll, nil
	case "hold":
		return hold, nil
	}
	return 0, &engine.Unknown{What: "play", Word: text, Known: []string{"roll", "hold"}}
}

func (d *dare) Refuse(n int) error {
	if n == hold && d.pot == 0 {
		return errors.New("there is nothing to hold")
	}
	return nil
}

// bid is the choice of a number, up to itself.
type bid int

func (b bid) Legal(n int) bool  { return n >= 0 && n <= int(b) }
func (b bid) First() int        { return 0 }
func (b bid) Name(n int) string { return "bid " + strconv.Itoa(n) }

func (b bid) Each(yield func(int) bool) {
	for n := 0; n <= int(b) && yield(n); n++ {
	}
}

func (b bid) Parse(text string) (int, error) {
	n, err := strconv.Atoi(strings.TrimPrefix(text, "bid "))
	if err != nil {
		return 0, fmt.Errorf("%q is no bid", text)
	}
	return n, nil
}

// cautious holds at a pot of n and bids n.
func cautious(n int) engine.Oracle {
	return engine.OracleFunc(func(q engine.Question) (int, error) {
		switch c := q.Choice.(type) {
		case *dare:
			if c.pot >= n {
				return hold, nil
			}
			return roll, nil
		case bid:
			return min(n, int(c)), nil
		}
		return 0, errors.New("a player is no die")
	})
}

// chosen is an oracle that answers n to all.
func chosen(n int) engine.Oracle {
	return engine.OracleFunc(func(engine.Question) (int, error) { return n, nil })
}

// failing is an oracle that answers with an error.
func failing(err error) engine.Oracle {
	return engine.OracleFunc(func(engine.Question) (int, error) { return 0, err })
}

// wantText compares an error with its whole text.
func wantText(t *testing.T, err error, want string) {
	t.Helper()
	got := "<nil>"
	if err != nil {
		got = err.Error()
	}
	if got != want {
		t.Errorf("the error is\n  %s\nwant\n  %s", got, want)
	}
}

func TestPig(t *testing.T) {
	for _, seats := range []int{2, 3, 4} {
		players := make([]engine.Oracle, seats)
		for i := range players {
			players[i] = cautious(6 + 3*i)
		}
		p := newPig(seats, 30)
		p.most = 12
		if err := p.play(engine.NewTable(engine.NewDice(7), players...)); err != nil {
			t.Errorf("%d players: %v", seats, err)
		}
		if p.winner() < 0 {
			t.Errorf("%d players: nobody wins", seats)
		}
	}
}
