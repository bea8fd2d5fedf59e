package enginetest_test

import (
	"fmt"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
)

// An attic is a battle that holds a bit of everything.
type attic struct {
	*pig
	numbers [2]float64
	text    string
	owners  map[engine.Side][]int
	any     any
	next    *attic // a ring
	kept    int    `state:"-"`
	call    func()
}

func newAttic() *attic {
	a := &attic{pig: long(""), owners: map[engine.Side][]int{0: {1}, 1: nil}, any: 5}
	a.next = &attic{pig: a.pig, next: a}
	return a
}

// Fresh shares nothing but the rules.
func (a *attic) Fresh() engine.Battle { return &attic{pig: a.pig.Fresh().(*pig), text: a.text} }

// A Still sees whatever has changed, however deep it lies, but for what is no
// part of the battle.
func TestStill(t *testing.T) {
	for _, row := range []struct {
		change func(a *attic)
		want   string // what comes behind the type; "" for no change
	}{
		{func(*attic) {}, ""},
		{func(a *attic) { a.kept, a.call = 1, func() {} }, ""},
		{func(a *attic) { a.numbers[1] = .5 }, ".numbers[1]"},
		{func(a *attic) { a.text += "x" }, ".text"},
		{func(a *attic) { a.owners[0][0] = 2 }, ".owners.0[0]"},
		{func(a *attic) { a.owners[1] = []int{1} }, ".owners.1"},
		{func(a *attic) { a.owners[2] = nil }, ".owners"},
		{func(a *attic) { a.any = 6 }, ".any"},
		{func(a *attic) { a.any = int32(5) }, ".any"},
		{func(a *attic) { a.any = nil }, ".any"},
		{func(a *attic) { a.next.text = "x" }, ".next.text"},
		{func(a *attic) { a.next = a }, ".next"},
		{func(a *attic) { a.scores[1]++ }, ".pig.scores[1]"},
		{func(a *attic) { a.pig = long("") }, ".pig"},
	} {
		a := newAttic()
		still := enginetest.NewStill(a)
		row.change(a)
		want := "<nil>"
		if row.want != "" {
			want = "enginetest_test.attic" + row.want + " has changed"
		}
		if got := fmt.Sprint(still.Moved()); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		still.Take()
		if err := still.Moved(); err != nil {
			t.Errorf("%s: taken again: %v", row.want, err)
		}
	}
}
