package engine

import (
	"fmt"
	"slices"
	"strings"
)

// A Score is a number that a rule computes. Rules, data and scripts change it by one
// formula, whatever the order of their calls:
//
//	(base + adds) x factors, rounded up
//	+ late adds
//	halved, rounding up, once for each Halve
//	- reductions, + adjustments
//	not above the least cap
//	not below 0
//
// When its table explains ([Table.Explain]) a Score also lists its terms. A Score is a
// value of four fields, which Go keeps in registers; a test pins that. Sums are exact up to
// 2^31. Numbers that do not fit in a tail are clamped.
type Score struct {
	sum, late int32
	tail      tail
	ledger    *ledger
}

// A tail is a packed record of what happens to a score after its sum; 0 is nothing. It
// holds the numerator (bits 0-15) and denominator (16-31) of the factors, both 0 for a
// factor of 1; halvings (32-37); reductions less adjustments (38-49, signed); cap + 1
// (50-63).
type tail uint64

const (
	maxFactor    = 1<<16 - 1
	maxHalvings  = 1<<6 - 1
	maxReduction = 1<<11 - 1
	maxCap       = 1<<14 - 2

	reductions = (1<<12 - 1) << 38 // their bits
)

// Score returns a new score with base n.
func (t *Table) Score(n int, why *Cause) Score {
	s := Score{sum: int32(n)}
	if t.explain {
		s.ledger = t.book.line(Term{Base, n, 0, why}, nil)
	}
	return s
}

// Add adds n to the base, before the factors.
func (s Score) Add(n int, why *Cause) Score {
	s.sum += int32(n)
	if s.ledger != nil && n != 0 {
		s.ledger = s.ledger.note(Add, n, 0, why)
	}
	return s
}

// Late adds n after the factors.
func (s Score) Late(n int, why *Cause) Score {
	s.late += int32(n)
	if s.ledger != nil { // the list has terms of 0, too
		s.ledger = s.ledger.note(Late, n, 0, why)
	}
	return s
}

// Set replaces the base and all adds so far by n.
func (s Score) Set(n int, why *Cause) Score {
	s.sum = int32(n)
	if s.ledger != nil {
		s.ledger = s.ledger.note(Set, n, 0, why)
	}
	return s
}

// Times multiplies by num/den, both at least 0 and den not 0.
func (s Score) Times(num, den int, why *Cause) Score {
	n, d := s.tail.factor()
	n, d = n*num, d*den
	if g := gcd(n, d); g > 1 {
		n, d = n/g, d/g
	}
	for n > maxFactor || d > maxFactor { // no rule has such factors
		n, d = (n+1)/2, (d+1)/2
	}
	s.tail = s.tail&^0xffffffff | tail(n) | tail(d)<<16
	if s.ledger != nil {
		s.ledger = s.ledger.note(Times, num, den, why)
	}
	return s
}

// Fraction returns f, rounded to hundredths, as a fraction in lowest terms, as Times needs
// it.
func Fraction(f float64) (num, den int) {
	n := int(float64(f*100) + 0.5)
	g := gcd(n, 100)
	return n / g, 100 / g
}

// Halve halves the total, rounding up.
func (s Score) Halve(why *Cause) Score {
	if n := s.tail.halvings(); n < maxHalvings {
		s.tail = s.tail&^(maxHalvings<<32) | tail(n+1)<<32
	}
	if s.ledger != nil {
		s.ledger = s.ledger.note(Halve, 0, 0, why)
	}
	return s
}

// Reduce subtracts n, at least 0, from the total.
func (s Score) Reduce(n int, why *Cause) Score {
	s.tail = s.tail.reduced(n)
	if s.ledger != nil && n != 0 {
		s.ledger = s.ledger.note(Reduce, n, 0, why)
	}
	return s
}

// Adjust adds n, of either sign, to the total. A script's change of a score that it has
// read is an adjustment.
func (s Score) Adjust(n int, why *Cause) Score {
	s.tail = s.tail.reduced(-n)
	if s.ledger != nil && n != 0 {
		s.ledger = s.ledger.note(Adjust, n, 0, why)
	}
	return s
}

// Cap limits the total to at most n, which is at least 0.
func (s Score) Cap(n int, why *Cause) Score {
	if old, ok := s.tail.cap(); !ok || n < old {
		s.tail = s.tail&(1<<50-1) | tail(min(n, maxCap)+1)<<50
	}
	if s.ledger != nil {
		s.ledger = s.ledger.note(Cap, n, 0, why)
	}
	return s
}

// Total returns the result of the formula.
func (s Score) Total() int {
	if n := s.sum + s.late; n >= 0 && s.tail == 0 {
		return int(n)
	}
	return s.tail.total(int(s.sum), int(s.late))
}

// Terms returns the terms of the score, in the order of the formula, or nil if its table
// does not explain. The last one is a Floor if they come to less than 0.
func (s Score) Terms() []Term {
	terms := s.AppendTerms(nil)
	if terms != nil && s.tail.apply(int(s.sum), int(s.late)) < 0 {
		terms = append(terms, Term{Op: Floor})
	}
	return terms
}

// AppendTerms appends the terms of the score to terms, without a Floor.
func (s Score) AppendTerms(terms []Term) []Term {
	n := len(terms)
	for l := s.ledger; l != nil; l = l.before {
		terms = append(terms, l.Term)
	}
	own := terms[n:]
	slices.Reverse(own)
	inOrder := true
	for i := 1; i < len(own); i++ {
		inOrder = inOrder && own[i-1].Op.rank() <= own[i].Op.rank()
	}
	if !inOrder {
		slices.SortStableFunc(own, func(a, b Term) int { return a.Op.rank() - b.Op.rank() })
	}
	return terms
}

// Total returns the result of terms by the formula. Terms are in the order in which a score
// lists them. Without some terms of a score, Total is the score without their effect.
func Total(terms []Term) int {
	var s Score
	for _, t := range terms {
		s = s.with(t)
	}
	return s.Total()
}

// with returns s with the effect of one more term, which it does not list.
func (s Score) with(t Term) Score {
	switch t.Op {
	case Base, Set:
		return s.Set(t.N, nil)
	case Add:
		return s.Add(t.N, nil)
	case Times:
		return s.Times(t.N, t.D, nil)
	case Late:
		return s.Late(t.N, nil)
	case Halve:
		return s.Halve(nil)
	case Reduce:
		return s.Reduce(t.N, nil)
	case Adjust:
		return s.Adjust(t.N, nil)
	case Cap:
		return s.Cap(t.N, nil)
	}
	return s
}

// Same reports whether two scores are equal and stay equal under equal further terms. It
// ignores their lists of terms.
func (s Score) Same(other Score) bool {
	return s.sum == other.sum && s.late == other.late && s.tail.plain() == other.tail.plain()
}

// plain returns t without a factor of 1, which has two encodings.
func (t tail) plain() tail {
	if num, den := t.factor(); num == den {
		t &^= 0xffffffff
	}
	return t
}

func (t tail) factor() (num, den int) {
	if uint32(t) == 0 {
		return 1, 1
	}
	return int(t & maxFactor), int(t >> 16 & maxFactor)
}

func (t tail) halvings() int { return int(t >> 32 & maxHalvings) }

// reduction returns the sum to subtract; a negative sum is added.
func (t tail) reduction() int { return int(int64(t<<14) >> 52) }

// reduced returns t with a reduction that is greater by n.
func (t tail) reduced(n int) tail {
	n = max(min(t.reduction()+n, maxReduction), -maxReduction)
	return t&^reductions | tail(n)<<38&reductions
}

func (t tail) cap() (n int, ok bool) {
	n = int(t >> 50)
	return n - 1, n != 0
}

func (t tail) total(sum, late int) int { return max(t.apply(sum, late), 0) }

// apply returns the result of the formula, which may be below 0.
func (t tail) apply(sum, late int) int {
	if t&^reductions == 0 { // the usual under scripts
		return sum + late - t.reduction()
	}
	num, den := t.factor()
	n := ceil(sum*num, den) + late
	for range t.halvings() {
		n = ceil(n, 2)
	}
	n -= t.reduction()
	if limit, ok := t.cap(); ok {
		n = min(n, limit)
	}
	return n
}

// ceil returns n/d rounded up, for d > 0.
func ceil(n, d int) int {
	q := n / d
	if n%d > 0 {
		q++
	}
	return q
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// An Op is the operation of a term on its score.
type Op uint8

// The operations, in the order of the formula.
const (
	Base Op = iota
	Set
	Add
	Times
	Late
	Halve
	Reduce
	Adjust
	Cap
	Floor // a total below 0 counts as 0; Terms lists it, where it matters
)

// rank returns the position of an operation in the formula.
func (op Op) rank() int {
	switch {
	case op <= Add:
		return 0 // these keep the order in which they were applied
	case op == Adjust:
		return int(Reduce)
	}
	return int(op)
}

// A Cause is why a score has a term. Causes live as long as the rules.
type Cause struct {
	Text string // "cards under it"
	Rule string // "H2.1", or the ability's, spell's or mod's id
	At   string // file:line of a script or data file, or ""
}

// String returns the cause in one line.
func (c *Cause) String() string {
	s := c.Text
	if c.Rule != "" {
		s += " (" + c.Rule + ")"
	}
	if c.At != "" {
		s += " " + c.At
	}
	return s
}

// A Term is one line in a score's list of terms.
type Term struct {
	Op   Op
	N, D int // D: the denominator of Times
	Why  *Cause
}

// String returns the term as `why` prints it: "+4 cards under it (H2.1)".
func (t Term) String() string {
	why := ""
	if t.Why != nil {
		why = " " + t.Why.String()
	}
	switch t.Op {
	case Base:
		return fmt.Sprintf("%d%s", t.N, why)
	case Set:
		return fmt.Sprintf("=%d%s", t.N, why)
	case Times:
		if t.D > 1 {
			return fmt.Sprintf("x%d/%d%s", t.N, t.D, why)
		}
		return fmt.Sprintf("x%d%s", t.N, why)
	case Halve:
		return "halved" + why
	case Reduce:
		return fmt.Sprintf("-%d%s", t.N, why)
	case Cap:
		return fmt.Sprintf("at most %d%s", t.N, why)
	case Floor:
		return "at least 0"
	default:
		return fmt.Sprintf("%+d%s", t.N, why)
	}
}

// A ledger is a score's last term, linked to the terms before it. Scores with a common
// beginning share those terms.
type ledger struct {
	Term
	before *ledger
	book   *Book // memory for further terms
}

// note returns the ledger with one more term. It is not inlined, because the
// rules call it in very many places.
//
//go:noinline
func (l *ledger) note(op Op, n, d int, why *Cause) *ledger {
	return l.book.line(Term{op, n, d, why}, l)
}

// A Book is reusable memory for terms: see [Table.Write]. It serves listeners that read so
// many scores that allocation would dominate. When a book is full, terms are allocated one
// by one. A nil Book has no room.
type Book struct{ lines []ledger }

// NewBook returns a book with room for the given number of terms.
func NewBook(lines int) *Book { return &Book{make([]ledger, 0, lines)} }

// Clear empties the book. The terms of earlier scores become invalid; their totals stay
// valid.
func (b *Book) Clear() { b.lines = b.lines[:0] }

func (b *Book) line(t Term, before *ledger) *ledger {
	if b == nil || len(b.lines) == cap(b.lines) {
		return &ledger{t, before, b}
	}
	b.lines = append(b.lines, ledger{t, before, b})
	return &b.lines[len(b.lines)-1]
}

// String returns the total and its terms: "7 = 3 Gold Golem, +4 cards under
// it".
func (s Score) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", s.Total())
	for i, t := range s.Terms() {
		if i == 0 {
			b.WriteString(" = ")
		} else {
			b.WriteString(", ")
		}
		b.WriteString(t.String())
	}
	return b.String()
}
