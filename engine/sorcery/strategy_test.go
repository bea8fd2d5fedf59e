package sorcery_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/players"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/fight/fighttest"
)

// What greedy players go by is worth something: they beat random ones.
func TestGreedyBeatsRandom(t *testing.T) {
	b := fighttest.Encounter(t, newGame(t, sorcery.DefaultRules()).Game)
	won := 0
	for seed := range uint64(400) {
		seats := []engine.Oracle{players.Greedy{}, players.NewRandom(1, seed)}
		greedy := engine.Side(0)
		if seed%2 == 1 {
			greedy, seats = 1, []engine.Oracle{players.NewRandom(0, seed), players.Greedy{}}
		}
		table := engine.NewTable(engine.NewDice(seed), seats...)
		switch r := b.Play(table); {
		case table.Err() != nil:
			t.Fatal(table.Err())
		case r.Winner == greedy:
			won += 2
		case r.Winner < 0:
			won++
		}
	}
	if t.Logf("greedy wins %d of 800 halves", won); won < 560 {
		t.Errorf("greedy wins only %d of 800 halves", won)
	}
}

// plan is a small campaign of the tests, as text.
type plan struct {
	turns    int
	text     string   // the map
	places   []string // "0101 castle 0", with the militia behind it
	hexsides []string // "0101-0102 wall"
	stacks   []string // "0 0101: 3 foot-4"
	goals    []string // "0 5 0101": of a side, points, a hex
}

func (p plan) campaign(t testing.TB, g *sorcery.Game) sorcery.Campaign {
	t.Helper()
	check := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	c := sorcery.Campaign{Names: [2]string{"north", "south"}, Turns: p.turns, Favors: -1}
	var err error
	c.Map.Grid, c.Map.Terrain, err = g.ParseMap(p.text)
	check(err)
	at := func(number string) hex.Hex {
		h, err := c.Map.Grid.Parse(number)
		check(err)
		return h
	}
	side := func(word string) engine.Side { return engine.Side(word[0] - '0') }
	for _, text := range p.places {
		head, militia, _ := strings.Cut(text, ":")
		words := strings.Fields(head)
		c.Map.Places = append(c.Map.Places, sorcery.Place{Hex: at(words[0]), Feature: words[1], Owner: side(words[2]), Militia: army(t, g, militia)})
	}
	for _, text := range p.hexsides {
		words := strings.Fields(text)
		s, err := c.Map.Grid.ParseSide(words[0])
		check(err)
		c.Map.Hexsides = append(c.Map.Hexsides, sorcery.Edge{Side: s, Hexside: words[1]})
	}
	for _, text := range p.stacks {
		head, units, _ := strings.Cut(text, ":")
		words := strings.Fields(head)
		c.Stacks = append(c.Stacks, sorcery.Stack{Side: side(words[0]), Hex: at(words[1]), Inside: len(words) > 2, Army: army(t, g, units)})
	}
	for _, text := range p.goals {
		words := strings.Fields(text)
		points := 0
		_, err := fmt.Sscan(words[1], &points)
		check(err)
		c.Goals = append(c.Goals, sorcery.Goal{Side: side(words[0]), Points: points, Hold: at(words[2])})
	}
	return c
}

// headed lets a greedy player move first against one who does nothing, for some
// turns, and says in which hexes how many of its units are then.
func headed(t *testing.T, p plan, turns int) string {
	t.Helper()
	g := newGame(t, sorcery.DefaultRules())
	b, err := sorcery.NewCampaign(g, p.campaign(t, g))
	if err != nil {
		t.Fatal(err)
	}
	table := engine.NewTable(engine.NewDice(3), players.Greedy{}, fighttest.First)
	for b.Begin(table); !b.Over() && sorcery.TheaterOf(b.Reading()).Turn() <= turns; {
		b.Step()
	}
	if table.Err() != nil {
		t.Fatal(table.Err())
	}
	var all []string
	for h := range sorcery.TheaterOf(b.Reading()).Grid().Hexes() {
		n := 0
		for i := range b.Units() {
			if u := b.Unit(i); u.Side() == 0 && sorcery.TheaterOf(b.Reading()).At(u).Hex() == hex.Hex(h) {
				n++
			}
		}
		if n > 0 {
			all = append(all, fmt.Sprint(sorcery.TheaterOf(b.Reading()).Grid().Number(hex.Hex(h)), " ", n))
		}
	}
	return strings.Join(all, ", ")
}

const meadow = `
	c c c c c c c c
	c c c c c c c c
	c c c c c c c c
	c c c c c c c c
	c c c c c c c c`

// What greedy players do where everybody sees what is right.
func TestStrategy(t *testing.T) {
	far := "1 0805: foot-1"
	for _, test := range []struct {
		name   string
		plan   plan
		turns  int
		wanted string
	}{
		{"an empty town is taken", plan{4, meadow, nil, nil,
			[]string{"0 0101: 3 foot-4", far}, []string{"0 5 0104"}}, 1, "0104 3"},
		{"and the next one, by others", plan{4, meadow, nil, nil,
			[]string{"0 0101: 3 foot-4", "0 0102: 3 foot-4", far}, []string{"0 5 0104", "0 5 0401"}}, 1, "0104 3, 0401 3"},
		{"who guards stays, the rest goes", plan{6, meadow, []string{"0103 castle 0"}, nil,
			[]string{"0 0103: 5 foot-4", "1 0705: 2 foot-4"}, []string{"1 5 0103", "0 5 0401"}}, 1, "0103 2, 0401 3"},
		{"an army leaves a city in columns that the country feeds", plan{6, meadow, []string{"0103 city 0"}, nil,
			[]string{"0 0103: 16 foot-4", far}, []string{"0 20 0804"}}, 2, "0804 12, 0805 4"},
		{"a weak enemy is attacked", plan{6, meadow, nil, nil,
			[]string{"0 0303: 6 foot-4", "1 0503: foot-1"}, nil}, 1, "0503 6"},
		{"a strong one is not", plan{6, meadow, nil, nil,
			[]string{"0 0303: foot-4", "1 0505: 9 foot-8"}, nil}, 1, "0202 1"},
		{"characters who are alone go to their army", plan{6, meadow, nil, nil,
			[]string{"0 0403: king", "0 0101: 3 foot-4", "1 0605: 3 foot-4"}, []string{"0 5 0101", "1 5 0101"}}, 1, "0101 4"},
		{"the demoralized go to who rallies them", plan{6, meadow, nil, nil,
			[]string{"0 0403: 2 foot-4*", "0 0203: captain, foot-4", "1 0705: 3 foot-4"}, []string{"0 5 0203", "1 5 0203"}}, 1, "0203 4"},
		{"horse rides ahead of foot", plan{6, meadow, nil, nil,
			[]string{"0 0101: 2 foot-4, 2 horse-4", far}, []string{"0 5 0701"}}, 1, "0501 2, 0701 2"},
		{"a siege takes units at all of the wall", plan{6, meadow, nil, []string{"0102-0202 wall", "0102-0201 wall", "0102-0103 gate", "0101-0201 wall"},
			[]string{"0 0303: 6 foot-4", "1 0101: foot-1", "1 0102: foot-1"}, []string{"0 9 0101"}}, 2, "0103 1, 0201 4, 0202 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := headed(t, test.plan, test.turns); got != test.wanted {
				t.Errorf("they are in %s, want %s", got, test.wanted)
			}
		})
	}
}

// Who is attacked in a site declines battle if that costs less than hunger
// will: in the last turn, or when hardly anything could be won (S4).
func TestGreedyDeclines(t *testing.T) {
	for _, test := range []struct {
		name        string
		turns       int
		army, enemy string
		siege       bool
	}{
		{"the last turn", 1, "3 foot-4", "8 foot-4", true},
		{"few who can wait", 6, "foot-4", "8 foot-4", true},
		{"many who would starve", 6, "9 foot-4", "10 foot-4", false},
		{"the stronger", 6, "5 foot-8", "6 foot-4", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := newGame(t, sorcery.DefaultRules())
			b, err := sorcery.NewCampaign(g, plan{test.turns, meadow, []string{"0303 city 1"}, nil,
				[]string{"0 0103: " + test.enemy, "1 0303: " + test.army}, []string{"0 5 0303", "1 5 0303"}}.campaign(t, g))
			if err != nil {
				t.Fatal(err)
			}
			decliner := &declines{}
			table := engine.NewTable(engine.NewDice(1), charger{to: "0303"}, decliner)
			for b.Begin(table); !b.Over() && b.Reading().Mover() == 0; {
				b.Step()
			}
			if !decliner.asked || table.Err() != nil {
				t.Fatal("it was not asked", table.Err())
			}
			if got := len(sorcery.TheaterOf(b.Reading()).Sieges()) > 0; got != test.siege {
				t.Errorf("a siege: %v, want %v", got, test.siege)
			}
		})
	}
}

// A charger leads all that it has into a hex.
type charger struct{ to string }

func (c charger) Answer(q engine.Question) (int, error) {
	switch choice := q.Choice.(type) {
	case *sorcery.Ordering:
		if answer, err := choice.Parse(c.to); err == nil && choice.Legal(answer) {
			return answer, nil
		}
	case *fight.Picking:
		if choice.What == sorcery.PickMarch {
			return choice.Parse("n1")
		}
	}
	return players.Greedy{}.Answer(q)
}

// declines is a greedy player who notes whether it was asked to decline.
type declines struct{ asked bool }

func (d *declines) Answer(q engine.Question) (int, error) {
	if choice, ok := q.Choice.(*fight.Deciding); ok && choice.What == sorcery.Declines {
		d.asked = true
	}
	return players.Greedy{}.Answer(q)
}

// A greedy player knows no more than its side: dealt out anew, the enemy's
// units that it has not seen change none of its worths (S6).
func TestGreedyKnowsNoMore(t *testing.T) {
	g := newGame(t, sorcery.DefaultRules())
	b, err := sorcery.NewCampaign(g, field(t, g))
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for seed := range uint64(40) {
		seat := engine.Side(seed % 2)
		d := &doubter{t: t, seat: seat}
		seats := [2]engine.Oracle{d, d}
		seats[1-seat] = players.NewRandom(1-seat, seed)
		table := engine.NewTable(engine.NewDice(seed), seats[0], seats[1])
		b.Play(table)
		if table.Err() != nil {
			t.Fatal(table.Err())
		}
		asked += d.asked
	}
	if asked < 500 {
		t.Errorf("%d questions were asked twice: the test tests too little", asked)
	}
}

// A doubter is a greedy player who is asked everything twice, the second time
// in a battle that it could believe in.
type doubter struct {
	t     *testing.T
	seat  engine.Side
	asked int
}

func (d *doubter) Answer(q engine.Question) (int, error) {
	from, ok := q.Choice.(interface{ Battle() fight.Position })
	if b := from.Battle(); ok && !b.Fighting() && b.Mover() == d.seat {
		other := b.Fresh().(*fight.Battle)
		other.Copy(b)
		other.Veil(d.seat)
		again := &once{}
		other.Sit(engine.NewTable(engine.NewDice(1), again, again))
		other.Step()
		if want, got := worths(q.Choice), again.worths; !slices.Equal(want, got) {
			d.t.Fatalf("turn %d, %T: the worths are %v, and %v if others stand there", sorcery.TheaterOf(b.Reading()).Turn(), q.Choice, want, got)
		}
		d.asked++
	}
	return players.Greedy{}.Answer(q)
}

// once notes the worths of the first choice that it is asked for.
type once struct{ worths []int }

func (o *once) Answer(q engine.Question) (int, error) {
	if q.Choice != nil && o.worths == nil {
		o.worths = worths(q.Choice)
	}
	return players.Greedy{}.Answer(q)
}

// worths are what the options of a choice are worth, and which they are.
func worths(c engine.Choice) (all []int) {
	for answer := range c.Each {
		all = append(all, answer, c.(engine.Evaluator).Evaluate(answer))
	}
	return all
}
