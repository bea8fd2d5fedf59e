package heroesdata_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library/heroesdata"
)

// Whatever is typed as an army is one, which is read back the same as it is
// written, or an error that points into the text.
func FuzzReadArmy(f *testing.F) {
	for _, text := range []string{
		"3 gold-golem, 2 orc + 1 bandit | 4 halfling", "orc", "| 1 orc", "1 orc |", "", " ", "|", "||", "1 orc | 2 orc | 3 orc",
		"0 orc", "-1 orc", "524288 orc", "99999999999999999999 orc", "three orc", "1 ork", "1 orc, ", "1 orc + ", ", 1 orc",
		"1 gold golem", "1 orc 2 bandit", "\xff", "1 \xff", "1 ö, x", "1 orc,\t 2 halfling", "1\u00a0orc, \u2003x", "1 orc\n, 2 x",
	} {
		f.Add(text)
	}
	find := heroesdata.Game(shipped(f)).Creature
	f.Fuzz(func(t *testing.T, text string) {
		army, err := heroesdata.ReadArmy(text, find)
		if err != nil {
			var at *engine.Misplaced
			if !errors.As(err, &at) {
				t.Fatalf("%T %v", err, err)
			}
			if n := utf8.RuneCountInString(text); at.Column < 1 || at.Column > n+1 {
				t.Errorf("column %d of %d", at.Column, n)
			}
			if at.Unwrap() == nil || !strings.Contains(at.Error(), at.Err.Error()) {
				t.Errorf("%v", err)
			}
			return
		}
		again, err := heroesdata.ReadArmy(army.String(), find)
		if err != nil || !reflect.DeepEqual(again, army) {
			t.Errorf("%q is written %q, read as %v, %v", text, army, again, err)
		}
	})
}

// What is wrong with an army's text, and where.
func TestReadArmyErrors(t *testing.T) {
	find := func(id string) (*heroes.Creature, error) {
		if id != "orc" {
			return nil, &engine.Unknown{What: "creature", Word: id, Known: []string{"orc"}}
		}
		return &heroes.Creature{ID: id}, nil
	}
	for _, row := range []struct{ text, want string }{
		{"", `column 1: the army is empty: write, for instance, "3 CREATURE, 2 CREATURE | 4 CREATURE"`},
		{" | ", `column 1: the army is empty: write, for instance, "3 CREATURE, 2 CREATURE | 4 CREATURE"`},
		{"1 orc | 2 orc | 3 orc", "column 15: an army has two lines, so one bar (|) at most"},
		{"1 orc, x orc", `column 8: "x" is not a number of cards`},
		{"1 orc |  2 öl", `column 10: unknown creature "öl" (known: orc)`},
		{"öl, 2 orc", `column 1: unknown creature "öl" (known: orc)`},
		{"1 orc + 0 orc", "column 9: 0 cards: must be from 1 to 524287"},
		{"1 orc, 524288 orc", "column 8: 524288 cards: must be from 1 to 524287"},
		{"1 orc, , 1 orc", "column 8: a stack is missing: write a number and a creature"},
		{"1 orc,", "column 7: a stack is missing: write a number and a creature"},
		{"1 orc 2 orc", `column 1: "1 orc 2 orc" is not a number and a creature: put a comma between stacks, a plus between the cards of one`},
		{strings.Repeat("orc,", heroes.MaxStacks) + "orc", "column 65537: an army has at most 16384 stacks"},
	} {
		_, err := heroesdata.ReadArmy(row.text, find)
		if err == nil || err.Error() != row.want {
			t.Errorf("%.30q: got %v, want %s", row.text, err, row.want)
		}
	}
}
