package enginetest_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/enginetest"
)

// A field that is forgotten is found; one that the battle does not have is not.
func TestFinds(t *testing.T) {
	kit := pigs("")
	for _, plant := range []struct {
		field string
		from  enginetest.Leak
		want  string
	}{
		{".rolls", enginetest.FromKey, "<nil>"},
		{".pot", enginetest.FromCopy, "<nil>"},
		{".scores", enginetest.Shared, "<nil>"},
		{".rools", enginetest.FromKey, ".rools is forgotten (key), and not found: <nil>"},
	} {
		if got := fmt.Sprint(kit.Finds(plant.field, plant.from)); got != plant.want {
			t.Errorf("got %s, want %s", got, plant.want)
		}
	}
}

// A tagged battle is a pig with fields whose tags are wrong.
type tagged struct {
	*pig
	turns   int  `state:"unread"`  // the third turn is skipped
	passed  bool `state:"derived"` // not from the rest: a side may pass once
	caller  int  `state:"drived"`
	decks   [][]int
	nothing []int
}

func (b *tagged) Fresh() engine.Battle { return &tagged{pig: b.pig.Fresh().(*pig)} }
func (b *tagged) Begin(t *engine.Table) {
	b.pig.Begin(t)
	b.turns, b.passed, b.caller, b.decks, b.nothing = 0, false, 0, [][]int{{1}}, nil
}
func (b *tagged) Step() {
	if b.turns++; b.turns%3 == 0 {
		b.scores[0]++
	}
	if b.passed {
		b.scores[1]++
	}
	if die := b.Roll(6, 0); die == 6 {
		b.passed = true
	}
	b.pig.Step()
}
func (b *tagged) CopyFrom(src engine.Battle) {
	of := src.(*tagged)
	b.pig.CopyFrom(of.pig)
	b.turns, b.passed, b.caller, b.decks = of.turns, of.passed, of.caller, append(b.decks[:0], of.decks...)
}

// What is wrong with fields and their tags is told, in words that say what to do.
func TestFieldsAreNamed(t *testing.T) {
	kit := enginetest.Battles[*tagged]{Draw: func(t *rapid.T) *tagged {
		return &tagged{pig: newPig(rapid.IntRange(6, 12).Draw(t, "goal"), rapid.IntRange(2, 5).Draw(t, "limit"))}
	}}
	err := kit.Fields()
	for _, want := range []string{
		`caller: state:"drived": unknown word of a tag "drived" (known: -, step, unread, derived, constant)`,
		".passed is not derived: with the same key it is ",
		"a rule reads .turns: with ",
		"the key leaves out .decks[][]: append it in AppendKey, or let its tag say why not",
		"the key leaves out .caller: append it in AppendKey, or let its tag say why not",
		"a copy shares the memory of .decks[] with the battle",
		".nothing leads nowhere in all positions: let Draw draw battles in which it does",
	} {
		if !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("without %q", want)
		}
	}
	if t.Failed() {
		t.Log(err)
	}
}
