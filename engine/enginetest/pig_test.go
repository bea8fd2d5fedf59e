package enginetest_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"houserule/engine"
)

// A pig is the battle of these tests. Who has the turn rolls a die into a pot
// as often as it dares, and holds to own the pot; a 1 takes the pot away and
// ends the turn, and the third roll of a turn counts twice. The first with goal
// points wins. A pig may be broken, in one way: then some check has to tell.
type pig struct {
	*engine.Table
	setup  pigSetup `state:"derived"`
	scores []int
	turn   engine.Side
	round  int
	pot    int
	rolls  int // of this turn
	over   bool
	winner engine.Side

	broken string `state:"derived"`
	// Only of a broken one: what should not last, and does, and a battle that
	// should be another.
	heard int  `state:"unread"`
	found int  `state:"-"`
	lent  *pig `state:"-"`
}

// A pigSetup is how many points win, and after how many rounds nobody does.
type pigSetup struct{ goal, limit int }

func (s pigSetup) SeatNames() []string { return []string{"one", "other"} }
func (s pigSetup) Fields() []engine.Field {
	return []engine.Field{{Key: "goal", Value: strconv.Itoa(s.goal)}, {Key: "limit", Value: strconv.Itoa(s.limit)}}
}

// What an event of pig says.
const (
	rolled int32 = iota // Who, the die N
	held                // Who, the pot N
)

func newPig(goal, limit int) *pig {
	return &pig{setup: pigSetup{goal, limit}, scores: make([]int, 2)}
}

// readPig makes the pig that the header is of.
func readPig(p *pig, h engine.Header) (*pig, error) {
	goal, err := strconv.Atoi(h.Get("goal"))
	limit, err2 := strconv.Atoi(h.Get("limit"))
	again := newPig(goal, limit)
	again.broken = p.broken
	switch p.broken {
	case "the header is forgotten":
		again.setup.goal++
	case "the header cannot be read":
		err = errors.New("it is broken")
	}
	return again, errors.Join(err, err2)
}

func (p *pig) Begin(t *engine.Table) {
	p.Sit(t)
	clear(p.scores)
	p.turn, p.round, p.pot, p.rolls, p.over, p.winner = 0, 1, 0, 0, false, engine.Draw
}

func (p *pig) Sit(t *engine.Table) {
	p.Table = t
	t.Place(p)
}

func (p *pig) Step() {
	switch p.broken {
	case "a step does nothing":
		return
	case "it fails in round 4":
		if p.round == 4 {
			p.Fail(errors.New("it is broken"))
		}
	case "choices are bare":
		p.take(p.Choose(p.turn, bare{&dare{pig: p}, &dare{pig: p}}))
		return
	}
	p.take(p.Choose(p.turn, &dare{pig: p}))
}

// take carries out an answer and the rest of the step.
func (p *pig) take(answer int) {
	if answer == hold {
		p.scores[p.turn] += p.pot
		if p.lent != nil {
			p.lent.pot++
		}
		p.tell(held, p.pot)
		p.pass()
		return
	}
	die := p.die()
	p.tell(rolled, die)
	if p.rolls++; p.rolls == 3 {
		die *= 2
	}
	if p.pot += die; die == 1 {
		p.pass()
	}
}

// die rolls, and more often than it should where it is broken.
func (p *pig) die() int {
	if p.broken == "it listens" && p.Listening() || p.broken == "it explains" && p.Explains() {
		p.Roll(6, 0)
	}
	return p.Roll(6, 0)
}

// tell reports, and counts what is heard where it is broken.
func (p *pig) tell(what int32, n int) {
	if p.broken == "events go on counting" {
		p.heard++
		n += p.heard
	}
	p.Report(engine.Event{What: what, Who: int32(p.turn), N: int32(n)})
}

func (p *pig) pass() {
	if p.broken == "turns never end" {
		p.pot++
		return
	}
	if p.scores[p.turn] >= p.setup.goal {
		p.over, p.winner = true, p.turn
		if p.broken == "nobody at the table wins" {
			p.winner = 2
		}
		return
	}
	p.turn, p.pot, p.rolls = 1-p.turn, 0, 0
	if p.turn == 1 {
		return
	}
	if p.round == p.setup.limit && p.broken != "the limit is forgotten" {
		p.over = true
		return
	}
	if p.round++; p.broken == "rounds are left out" {
		p.round++
	}
}

func (p *pig) Over() bool          { return p.over }
func (p *pig) Winner() engine.Side { return p.winner }
func (p *pig) Round() int          { return p.round }
func (p *pig) RoundLimit() int     { return p.setup.limit }
func (p *pig) TimeUp() engine.Side { return engine.Draw }
func (p *pig) Timed() bool         { return false }
func (p *pig) Seats() int          { return 2 }
func (p *pig) Scene() string       { return fmt.Sprintf("round %d, player %d", p.round, p.turn+1) }
func (p *pig) Outcome() string     { return fmt.Sprintf("player %d wins in round %d", p.winner+1, p.round) }

func (p *pig) Value(side engine.Side) int { return p.scores[side] }

func (p *pig) Describe(e engine.Event) string {
	return fmt.Sprintf([]string{rolled: "player %d rolls a %d", held: "player %d holds %d"}[e.What], e.Who+1, e.N)
}

func (p *pig) AppendKey(key []byte) []byte {
	for _, n := range p.scores {
		key = binary.AppendVarint(key, int64(n))
	}
	key = append(key, byte(p.turn))
	if p.broken != "the key forgets the rolls" && p.broken != "the copy forgets the rolls" {
		key = append(key, byte(p.rolls))
	}
	if p.broken != "the key forgets the pot" {
		key = binary.AppendVarint(key, int64(p.pot))
	}
	return key
}

func (p *pig) Fresh() engine.Battle {
	other := newPig(p.setup.goal, p.setup.limit)
	other.broken = p.broken
	return other
}

func (p *pig) CopyFrom(b engine.Battle) {
	src := b.(*pig)
	rolls, pot := p.rolls, p.pot
	table, scores := p.Table, append(p.scores[:0], src.scores...)
	*p = *src
	p.Table, p.scores = table, scores
	switch src.broken {
	case "the copy shares memory":
		p.scores = src.scores
	case "the copy lends its memory":
		src.lent = p
	case "the copy forgets the pot":
		p.pot = 0
	case "the copy keeps an old pot":
		p.pot = max(pot, src.pot)
	case "the copy forgets the rolls":
		p.rolls = rolls
	}
}

// show is all that can be seen of a pig.
func show(p *pig) string {
	return fmt.Sprintf("%v, the pot %d", p.scores, p.pot)
}

const (
	roll = iota
	hold
)

// A dare is the choice of who has the turn.
type dare struct{ pig *pig }

// A bare choice says nothing that it does not have to.
type bare struct {
	engine.Choice
	engine.Refuser
}

var plays = []string{roll: "roll", hold: "hold"}

// Battle returns the battle for reading.
func (d *dare) Battle() score { return score{d.pig} }

// A score is a pig for reading.
type score struct{ of *pig }

// Points returns the points of a side.
func (s score) Points(side engine.Side) int {
	if s.of.broken == "to read changes the battle" {
		s.of.rolls++
	}
	return s.of.scores[side]
}

// Turn returns the choice of whose turn it is.
func (s score) Turn() engine.Choice { return &dare{s.of} }

func (d *dare) Prompt() string {
	if d.pig.broken == "nothing is asked" {
		return ""
	}
	return fmt.Sprintf("player %d:", d.pig.turn+1)
}

func (d *dare) Legal(n int) bool {
	switch d.pig.broken {
	case "any number is legal":
		return true
	case "less is legal than is listed":
		return n == roll
	}
	return n == roll || n == hold && d.pig.pot > 0
}

func (d *dare) Refuse(n int) error {
	if d.pig.broken == "to refuse rolls" {
		d.pig.Roll(6, 0)
	}
	switch {
	case d.pig.broken == "nothing is refused":
		return nil
	case n == hold && d.pig.pot == 0:
		return errors.New("there is nothing to hold")
	case n != roll && n != hold:
		return errors.New("that is no play")
	}
	return nil
}

func (d *dare) First() int {
	if d.pig.broken == "what is not listed comes first" {
		return hold + 1
	}
	return roll
}

func (d *dare) Each(yield func(int) bool) {
	more := yield(roll) && (d.pig.pot == 0 || yield(hold))
	if more && d.pig.broken == "options are listed twice" {
		yield(roll)
	}
}

func (d *dare) Name(n int) string {
	if d.pig.broken == "names are not read back" {
		return "hold"
	}
	return plays[n]
}

func (d *dare) Parse(text string) (int, error) {
	if n := slices.Index(plays, text); n >= 0 {
		return n, nil
	}
	return 0, &engine.Unknown{What: "play", Word: text, Known: plays}
}

// Evaluate holds a pot of 8, or what wins.
func (d *dare) Evaluate(n int) int {
	switch d.pig.broken {
	case "to evaluate fails":
		d.pig.Fail(errors.New("it is broken"))
	case "to evaluate changes the battle":
		d.pig.heard++
	case "worths grow":
		d.pig.found++
		return d.pig.found
	}
	if d.pig.pot >= 8 || d.pig.scores[d.pig.turn]+d.pig.pot >= d.pig.setup.goal {
		return n
	}
	return -n
}

func (d *dare) Scratch() engine.Battle { return d.pig.Fresh() }

func (d *dare) Try(scratch engine.Battle, answer int) {
	b := scratch.(*pig)
	b.CopyFrom(d.pig)
	switch d.pig.broken {
	case "to try changes the battle":
		d.pig.pot++
	case "to try leads elsewhere":
		b.pot++
	case "to try asks again":
		b.Choose(b.turn, &dare{pig: b})
	case "to try fails":
		b.Fail(errors.New("it is broken"))
	}
	b.take(answer)
}
