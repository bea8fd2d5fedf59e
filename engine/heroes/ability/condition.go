package ability

// A Condition holds if all of its parts hold; the zero Condition always holds. Self is the
// stack whose stat is computed, Against the other stack of the attack.
type Condition struct {
	Round       Range
	Walls       uint8 // a set of Walls; 0: any
	Kinds       uint8 // a set of Kind; 0: any kind, or no attack
	Retaliating Tri
	Self        Unit
	Against     Unit
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
	Creatures  []string // ids of creatures, where data selects them by further fields; nil: all
	Abilities  []string // ids, of which its top card has one; nil: any abilities
}

// Any reports whether the condition holds for every stack, and for none.
func (u *Unit) Any() bool {
	return u.Side == 0 && u.Lines == 0 && u.Stances == 0 && u.Phase == Range{} && u.Level == Range{} &&
		u.Cards == Range{} && u.Hero == Either && len(u.Alignments) == 0 && u.Creatures == nil && u.Abilities == nil
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
