package heroes

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"houserule/engine"
	"houserule/engine/heroes/ability"
)

// A moment is what a condition may read, in plain values.
type moment struct {
	round       int
	walls       Walls
	attack      bool
	kind        Kind
	retaliation bool
	spell       string // of the attack
	scenario    string
	self, other subject
}

// A subject is a stack; the zero subject is none.
type subject struct {
	stands    bool
	side      engine.Side
	line      Line
	stance    Stance
	swarms    uint8
	cards     int
	phase     int
	level     int
	hero      bool
	alignment string
	creature  string
	abilities []string
	acted     bool
	effects   []string
}

// TestConditions compares holds with an evaluation of its own: a condition holds if no part of
// it that is given is wrong.
func TestConditions(t *testing.T) {
	r := rand.New(rand.NewPCG(39, 4))
	var held, failed int
	for range 200_000 {
		c, m := drawCondition(r), drawMoment(r)
		b := &Position{game: &Game{}, armies: &armies{setup: Setup{Scenario: m.scenario}}}
		b.round, b.walls = int32(m.round), m.walls
		for i := range 3 {
			b.game.Spells = append(b.game.Spells, &Spell{ID: fmt.Sprint("w", i)})
		}
		for i, s := range []subject{m.self, m.other} {
			for _, id := range s.effects {
				b.effects = append(b.effects, Effect{On: int32(i), Spell: int32(id[1] - '0')})
			}
		}
		how := How(0)
		if m.attack {
			how = attackBy(m.kind, int(m.spell[1]-'0'), 0)
			if m.retaliation {
				how |= howRetaliation
			}
		}
		want := len(wrong(c, m)) == 0
		if got := b.holds(&c, m.self.stack(0), m.other.stack(1), how); got != want {
			t.Fatalf("%+v\nat %+v\nholds: %t; wrong are %v", c, m, got, wrong(c, m))
		}
		if want {
			held++
		} else {
			failed++
		}
		if b.timed && !asksRound(&c) {
			t.Fatalf("%+v has no round, and has read it", c)
		}
	}
	if min(held, failed) < 20_000 {
		t.Errorf("%d conditions held and %d did not: too few of one kind to compare", held, failed)
	}
}

func asksRound(c *ability.Condition) bool {
	return c != nil && (c.Round != ability.Range{} || asksRound(c.Not))
}

// wrong lists the parts of a condition that do not hold.
func wrong(c ability.Condition, m moment) []string {
	var parts []string
	check := func(name string, given, holds bool) {
		if given && !holds {
			parts = append(parts, name)
		}
	}
	between := func(r ability.Range, n int) bool { return n >= r.First && n <= r.Last }
	check("round", c.Round != ability.Range{}, between(c.Round, m.round))
	check("walls", c.Walls != 0, slices.Contains(members(c.Walls), int(m.walls)))
	check("kind", c.Kinds != 0, m.attack && slices.Contains(members(c.Kinds), int(m.kind)))
	check("retaliating", c.Retaliating != ability.Either, m.attack && m.retaliation == (c.Retaliating == ability.Yes))
	check("spell", c.Spells != nil, m.attack && m.kind == Cast && slices.Contains(c.Spells, m.spell))
	check("scenario", c.Scenarios != nil, slices.Contains(c.Scenarios, m.scenario))
	for _, of := range c.Compared {
		both := [2][]int{{m.self.level, m.self.cards, m.self.phase}, {m.other.level, m.other.cards, m.other.phase}}
		a, b := both[0][of.Number], both[1][of.Number]
		check("compared", true, m.other.stands && (of.Less && a < b || of.Same && a == b || of.More && a > b))
	}
	check("not", c.Not != nil, c.Not != nil && len(wrong(*c.Not, m)) > 0)
	for i, s := range []subject{m.self, m.other} {
		u, of := []ability.Unit{c.Self, c.Against}[i], []string{"self ", "against "}[i]
		check(of+"side", u.Side != 0, s.stands && slices.Contains(members(u.Side), int(s.side)))
		check(of+"line", u.Lines != 0, s.stands && slices.Contains(members(u.Lines), int(s.line)))
		check(of+"stance", u.Stances != 0, s.stands &&
			(slices.Contains(members(u.Stances), int(s.stance)) || s.swarms > 0 && slices.Contains(members(u.Stances), int(Swarming))))
		check(of+"phase", u.Phase != ability.Range{}, s.stands && between(u.Phase, s.phase))
		check(of+"level", u.Level != ability.Range{}, s.stands && between(u.Level, s.level))
		check(of+"cards", u.Cards != ability.Range{}, s.stands && between(u.Cards, s.cards))
		check(of+"hero", u.Hero != ability.Either, s.stands && s.hero == (u.Hero == ability.Yes))
		check(of+"alignment", len(u.Alignments) > 0, s.stands && slices.Contains(u.Alignments, s.alignment))
		check(of+"creature", u.Creatures != nil, s.stands && slices.Contains(u.Creatures, s.creature))
		check(of+"ability", len(u.Abilities) > 0, s.stands &&
			slices.ContainsFunc(u.Abilities, func(id string) bool { return slices.Contains(s.abilities, id) }))
		check(of+"effect", u.Effects != nil, s.stands && slices.ContainsFunc(u.Effects, func(id string) bool { return slices.Contains(s.effects, id) }))
		check(of+"acted", u.Acted != ability.Either, s.stands && s.acted == (u.Acted == ability.Yes))
		if u.Not != nil {
			inner := moment{self: s}
			check(of+"not", true, s.stands && len(wrong(ability.Condition{Self: *u.Not}, inner)) > 0)
		}
	}
	return parts
}

// members lists the values in a set of bits.
func members(set uint8) []int {
	var values []int
	for v := 0; set > 0; v, set = v+1, set/2 {
		if set%2 == 1 {
			values = append(values, v)
		}
	}
	return values
}

// stack returns the stack of a subject, or nil.
func (s subject) stack(id int32) *Stack {
	if !s.stands {
		return nil
	}
	c := &Creature{ID: s.creature, Alignment: s.alignment, Level: s.level, Phase: s.phase, Hero: s.hero}
	for _, id := range s.abilities {
		c.Abilities = append(c.Abilities, &ability.Ability{ID: id})
	}
	now := waiting
	if s.acted {
		now = done
	}
	return &Stack{id: id, turn: now, top: &Card{Creature: c, count: int32(s.cards)}, side: s.side, line: s.line, stance: s.stance, swarms: s.swarms}
}

func drawMoment(r *rand.Rand) moment {
	m := moment{spell: word(r), scenario: word(r), round: 1 + r.IntN(4), walls: Walls(r.IntN(int(Sacked) + 1)), self: drawSubject(r)}
	if m.attack = r.IntN(4) > 0; m.attack {
		m.kind, m.retaliation = Kind(r.IntN(3)), r.IntN(2) == 0
		if r.IntN(5) > 0 { // else the walls are attacked
			m.other = drawSubject(r)
		}
	}
	return m
}

func drawSubject(r *rand.Rand) subject {
	return subject{
		stands: true, side: engine.Side(r.IntN(2)), line: Line(r.IntN(2)), stance: Stance(r.IntN(3)), swarms: uint8(r.IntN(2)),
		cards: 1 + r.IntN(4), phase: 1 + r.IntN(4), level: 1 + r.IntN(4), hero: r.IntN(2) == 0,
		alignment: word(r), creature: word(r), abilities: drawWords(r),
		acted: r.IntN(2) == 0, effects: drawWords(r),
	}
}

// drawCondition draws a condition of few parts: one of many never holds.
func drawCondition(r *rand.Rand) ability.Condition {
	var c ability.Condition
	for range r.IntN(4) {
		switch r.IntN(12) {
		case 0:
			c.Round = drawRange(r)
		case 1:
			c.Walls = uint8(1 + r.IntN(15))
		case 2:
			c.Kinds = uint8(1 + r.IntN(7))
		case 3:
			c.Retaliating = ability.Tri(1 + r.IntN(2))
		case 4, 5:
			drawUnit(r, &c.Self)
		case 6:
			c.Spells = append([]string{}, drawWords(r)...)
		case 7:
			c.Scenarios = append([]string{}, drawWords(r)...)
		case 8:
			c.Compared = append(c.Compared, ability.Comparison{Number: ability.Number(r.IntN(3)), Less: r.IntN(2) == 0, Same: r.IntN(2) == 0, More: r.IntN(2) == 0})
		case 9:
			if r.IntN(2) == 0 {
				not := drawCondition(r)
				c.Not = &not
			}
		default:
			drawUnit(r, &c.Against)
		}
	}
	return c
}

func drawUnit(r *rand.Rand, u *ability.Unit) {
	switch r.IntN(13) {
	case 10:
		u.Effects = append([]string{}, drawWords(r)...)
	case 11:
		u.Acted = ability.Tri(1 + r.IntN(2))
	case 12:
		u.Not = new(ability.Unit)
		drawUnit(r, u.Not)
	case 0:
		u.Side = uint8(1 + r.IntN(3))
	case 1:
		u.Lines = uint8(1 + r.IntN(3))
	case 2:
		u.Stances = uint8(1 + r.IntN(7))
	case 3:
		u.Phase = drawRange(r)
	case 4:
		u.Level = drawRange(r)
	case 5:
		u.Cards = drawRange(r)
	case 6:
		u.Hero = ability.Tri(1 + r.IntN(2))
	case 7:
		u.Alignments = append(drawWords(r), word(r))
	case 8:
		u.Creatures = append([]string{}, drawWords(r)...) // no creature may fit
	default:
		u.Abilities = append(drawWords(r), word(r))
	}
}

func drawRange(r *rand.Rand) ability.Range {
	first := 1 + r.IntN(4)
	return ability.Range{First: first, Last: first + r.IntN(3)}
}

func word(r *rand.Rand) string { return fmt.Sprint("w", r.IntN(3)) }

func drawWords(r *rand.Rand) []string {
	words := make([]string, r.IntN(3))
	for i := range words {
		words[i] = word(r)
	}
	return words
}
