package ability

// A Condition holds if all of its parts hold; the zero Condition always holds. Self is the
// stack that the bonus is for, or that has it if it is for opponents, and Against the other stack
// of the attack.
type Condition struct {
	Round       Range
	Walls       uint8    // a set of Walls; 0: any
	Scenarios   []string // their ids; nil: any, or none
	Kinds       uint8    // a set of Kind; 0: any kind, or no attack
	Spells      []string // ids of spells with which the attack is made; nil: any, or none
	Retaliating Tri
	Self        Unit
	Against     Unit
	Compared    []Comparison
	Not         *Condition // must not hold; may be nil
}

// A Comparison compares a number of Self with that of Against.
type Comparison struct {
	Number Number
	Less   bool
	Same   bool
	More   bool
}

// A Number is one of a stack: of its top card, except Count.
type Number uint8

// The numbers that can be compared.
const (
	Level Number = iota
	Count        // cards of the stack
	Phase
	Melee
	Ranged
	Defense
	Cost
)

// Holds reports whether two numbers compare so.
func (c Comparison) Holds(self, against int) bool {
	return c.Less && self < against || c.Same && self == against || c.More && self > against
}

// A Unit is a condition on one stack and its top card.
type Unit struct {
	Side       uint8 // a set of sides; 0: any
	Lines      uint8 // a set of Line; 0: any
	Stances    uint8 // a set of Stance; 0: any
	Phase      Range
	Level      Range
	Cards      Range
	Hero       Tri
	Alignments []string
	Creatures  []string // their ids; nil: all
	Abilities  []string // ids: it has one of them; nil: any
	Effects    []string // ids of spells: one of them lies on the stack; nil: any
	Acted      Tri      // whether it has had its opportunity in this round
	Not        *Unit    // must not hold; may be nil
}

// Any reports whether the condition holds for every stack, and for none.
func (u *Unit) Any() bool {
	return u.Side == 0 && u.Lines == 0 && u.Stances == 0 && u.Phase == Range{} && u.Level == Range{} &&
		u.Cards == Range{} && u.Hero == Either && len(u.Alignments) == 0 && u.Creatures == nil && u.Abilities == nil &&
		u.Effects == nil && u.Acted == Either && u.Not == nil
}

// asksActed reports whether the condition depends on Acted.
func (u *Unit) asksActed() bool { return u != nil && (u.Acted != Either || u.Not.asksActed()) }

// AsksActed reports whether the condition depends on whether a stack has acted.
func (c *Condition) AsksActed() bool {
	return c != nil && (c.Self.asksActed() || c.Against.asksActed() || c.Not.AsksActed())
}

// A Range is the numbers from First to Last. The zero Range is all numbers.
type Range struct{ First, Last int }

// Has reports whether n is in the range.
func (r Range) Has(n int) bool { return r == Range{} || r.First <= n && n <= r.Last }

// A Tri is yes, no or, as its zero value, either.
type Tri uint8

// The values of Tri.
const (
	Either Tri = iota
	Yes
	No
)

// Is reports whether t allows b.
func (t Tri) Is(b bool) bool { return t == Either || (t == Yes) == b }
