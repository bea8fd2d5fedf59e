package heroes

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"houserule/engine"
)

// Limits of a battle's size.
const (
	MaxStacks = 1 << 14  // of both sides together
	MaxCards  = maxCards // of one stack
	maxAll    = 1 << 21  // cards of both sides together
)

// A Setup is the start of a battle.
type Setup struct {
	Scenario   string // its id; "": none
	Sides      [2]SideSetup
	Walls      Walls // the defender's town (H8)
	Free       bool  // both sides split their cards themselves (H1.4)
	RoundLimit int   // 0: the limit of the rules (H1.5)
}

// A SideSetup is one side of a Setup.
type SideSetup struct {
	Army  Army
	Guard bool // whether it is a guard stack (H7.4)
	Town  int  // number of spaces to the nearest own town (H7.2), or NoTownNear
	Hand  int  // number of cards (H7.3)
	Deck  int
}

// SeatNames returns the words for the sides.
func (s Setup) SeatNames() []string { return slices.Clone(sideNames[:]) }

// Fields returns the setup as lines of a journal's header.
func (s Setup) Fields() []engine.Field {
	var fields []engine.Field
	add := func(key, value string) { fields = append(fields, engine.Field{Key: key, Value: value}) }
	for side, in := range s.Sides {
		add(sideNames[side], in.Army.String())
		add(sideNames[side]+"-side", fmt.Sprintf(SideFields, in.Guard, in.Town, in.Hand, in.Deck))
	}
	add("walls", s.Walls.String())
	if s.Free {
		add("setup", "free")
	}
	add("rounds", strconv.Itoa(s.RoundLimit))
	return fields
}

// SideFields is the format of the line in a journal's header that describes a side.
const SideFields = "guard=%t town=%d hand=%d deck=%d"

// NoTownNear is the Town of a side without a town.
const NoTownNear = -1

// An Army is the stacks of its two lines (H1.4), as listed.
type Army [2][]Pile

// A Pile is a stack's cards, top first.
type Pile []Run

// A Run is N equal cards.
type Run struct {
	N        int
	Creature *Creature
}

// Runs yields the runs of all stacks of an army, as listed.
func (a Army) Runs(yield func(Run) bool) {
	for _, line := range a {
		for _, pile := range line {
			for _, r := range pile {
				if !yield(r) {
					return
				}
			}
		}
	}
}

// Size returns the number of cards of both armies.
func (s Setup) Size() int {
	n := 0
	for _, side := range s.Sides {
		for r := range side.Army.Runs {
			n += r.N
		}
	}
	return n
}

// Count returns the number of cards in a pile.
func (p Pile) Count() int {
	n := 0
	for _, r := range p {
		n += r.N
	}
	return n
}

// Cost returns the sum of the costs of an army's cards.
func (a Army) Cost() int {
	n := 0
	for r := range a.Runs {
		n += r.N * r.Creature.Cost
	}
	return n
}

// String returns an army as players write it, for instance "3 gold-golem, 2 orc + 1 bandit | 4
// halfling": a comma separates stacks, a plus the cards of one stack, top first, and a bar
// the melee line from the ranged line.
func (a Army) String() string {
	run := func(r Run) string { return fmt.Sprintf("%d %s", r.N, r.Creature.ID) }
	pile := func(p Pile) string { return strings.Join(engine.Each(p, run), " + ") }
	line := func(l []Pile) string { return strings.Join(engine.Each(l, pile), ", ") }
	return strings.TrimSuffix(line(a[MeleeLine])+" | "+line(a[RangedLine]), " | ")
}

// An armies is a Setup prepared for battles: their first state. Stacks with equal cards
// share the cards.
type armies struct {
	setup      Setup
	start      state
	roundLimit int
	leaving    bool // whether a side may ever leave (H7)
	shifting   bool // whether any bonus changes a phase

	mu    sync.Mutex
	cards map[cardKey]*Card
}

type cardKey struct {
	creature *Creature
	under    *Card
}

func newArmies(g *Game, setup Setup) (*armies, error) {
	a := &armies{setup: setup, roundLimit: setup.RoundLimit, cards: map[cardKey]*Card{}}
	if a.roundLimit == 0 {
		a.roundLimit = g.Rules.RoundLimit
	}
	st := &a.start
	st.walls = setup.Walls
	st.order.half = -1
	for side := range st.first {
		st.first[side] = [2]int32{-1, -1}
	}
	stacks := 0
	for side, s := range setup.Sides {
		n := len(s.Army[0]) + len(s.Army[1])
		if n == 0 {
			return nil, fmt.Errorf("the %s has no stacks", sideNames[side])
		}
		stacks += n
		st.hand[side], st.deck[side] = int32(s.Hand), int32(s.Deck)
		for _, line := range s.Army {
			for _, pile := range line {
				a.shifting = a.shifting || pile.shifts()
				if n := pile.Count(); n < 1 || n > MaxCards {
					return nil, fmt.Errorf("a stack of the %s has %d cards: must be from 1 to %d", sideNames[side], n, MaxCards)
				}
			}
		}
		a.leaving = a.leaving || s.Town != NoTownNear || s.Hand > 0
	}
	if n := setup.Size(); n > maxAll {
		return nil, fmt.Errorf("%d cards: a battle has at most %d", n, maxAll)
	}
	if setup.Free {
		return a, nil
	}
	if stacks > MaxStacks {
		return nil, fmt.Errorf("%d stacks: a battle has at most %d", stacks, MaxStacks)
	}
	st.stacks = make([]Stack, 0, stacks)
	for side, s := range setup.Sides {
		for line, piles := range s.Army {
			for _, pile := range piles {
				a.place(st, engine.Side(side), Line(line), pile)
			}
		}
	}
	slices.Sort(st.order.keys)
	return a, nil
}

// shifts reports whether the cards of a pile can change the phase of their stack.
func (p Pile) shifts() bool {
	return slices.ContainsFunc(p, func(r Run) bool { return r.Creature.shifts })
}

// place puts a pile on the field as the last stack of its list. It does not change the
// acting order.
func (a *armies) place(st *state, side engine.Side, line Line, pile Pile) {
	s := Stack{id: int32(len(st.stacks)), side: side}
	aura := false
	for i := len(pile) - 1; i >= 0; i-- {
		for range pile[i].N {
			s.top = a.card(pile[i].Creature, s.top)
		}
		aura = aura || len(pile[i].Creature.auras) > 0
	}
	if aura {
		st.auras = append(st.auras, s.id)
		st.afar = true
	}
	s.key = int32(s.top.Phase<<1|int(side))<<idBits | s.id
	st.stacks = append(st.stacks, s)
	st.order.keys = append(st.order.keys, s.key)
	st.link(&st.stacks[s.id], line)
}

// stacked returns the top card of a stack with cards of these creatures, top first, or nil.
func (a *armies) stacked(creatures []*Creature) (top *Card) {
	for _, c := range slices.Backward(creatures) {
		top = a.card(c, top)
	}
	return top
}

// card returns a card of a creature on top of the card under, or on none.
func (a *armies) card(c *Creature, under *Card) *Card {
	a.mu.Lock()
	defer a.mu.Unlock()
	key := cardKey{c, under}
	card := a.cards[key]
	if card == nil {
		card = &Card{Creature: c, under: under, count: 1, id: int32(len(a.cards)), hot: c.hot}
		if under != nil {
			card.levels = under.levels + int32(under.Level)
			card.count += under.count
			card.heroes = under.heroes
			card.mixed = under.mixed || under.Creature != c
		}
		for kind := range card.own {
			card.own[kind] = card.power[kind] + card.levels
		}
		if c.Hero {
			card.heroes++
		}
		a.cards[key] = card
	}
	return card
}
