package heroes_test

import (
	"bytes"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/heroes"
)

// keyAfter is the key of a battle after answers, lines as in a transcript,
// between two steps.
func keyAfter(t *testing.T, head, answers string) []byte {
	t.Helper()
	lib, err := recruits()
	if err != nil {
		t.Fatal(err)
	}
	tr, err := parseTranscript(head+"\n\n"+answers, lib)
	if err != nil {
		t.Fatal(err)
	}
	b, err := heroes.NewBattle(tr.game, tr.setup)
	if err != nil {
		t.Fatal(err)
	}
	script, err := tr.Script()
	if err != nil {
		t.Fatal(err)
	}
	table := engine.NewTable(script, script, script)
	b.Begin(table)
	for !b.Over() && script.Done() != nil && table.Err() == nil {
		b.Step()
	}
	if err := table.Err(); err != nil {
		t.Fatal(err)
	}
	return b.AppendKey(nil)
}

// The key tells apart what goes on differently, and nothing else.
func TestKeyTellsApart(t *testing.T) {
	const (
		plain = "aggressor: 2 p1, 2 p1\ndefender: 2 p4"
		pass  = "> next a1\n> a1 pass\n> a2 pass\n> d1 pass\n"
	)
	for _, row := range []struct {
		name, head, one, other string
		same                   bool
	}{
		{"who came first", plain, "> next a1\n> a1 pass\n> a2 pass\n", "> next a2\n> a2 pass\n> a1 pass\n", true},
		{"the round", plain, pass, pass + pass, true},
		{"the dice", plain, "> next a1\n> a1 attack d1 [1]\n> d1 hold\n", "> next a1\n> a1 attack d1 [2]\n> d1 hold\n", true},
		{"who has acted", plain, "> next a1\n> a1 pass\n", "> next a2\n> a2 pass\n", false},
		{"cards", plain, "> next a1\n> a1 attack d1 [1]\n> d1 hold\n", "> next a1\n> a1 attack d1 [10]\n> d1 hold\n", false},
		{"retaliations", plain, "> next a1\n> a1 attack d1 [1]\n> d1 hold\n", "> next a1\n> a1 attack d1 [1]\n> d1 retaliate [1]\n", false},
		{"stances", plain, "> next a1\n> a1 swarm\n", "> next a1\n> a1 protect\n", false},
		{"how often swarm multiplies", plain + "\nrules: swarm_adds_up=true", strings.Repeat("> next a1\n> a1 swarm\n> a2 pass\n> d1 pass\n", 2), pass + "> next a1\n> a1 swarm\n> a2 pass\n> d1 pass\n", false},
		{"lines", plain + "\nrules: line_minimum=0", "> next a1\n> a1 move\n", "> next a1\n> a1 pass\n", false},
		{"support", plain, "> next a1\n> a1 sacrifice a2\n", "> next a1\n> a1 pass\n", false},
		{"whom it supports", "aggressor: 1 p1, 1 p2, 1 p2\ndefender: 1 p4", "> a1 sacrifice a2\n", "> a1 sacrifice a3\n", false},
		{"walls", "aggressor: 1 p1\ndefender: 1 p4\nwalls: intact", "> a1 attack town [10]\n", "> a1 attack town [1]\n", false},
		{"hands", "aggressor: 1 p1; hand 2\ndefender: 1 p4", "> a1 pass\n> d1 pass\n> offer 1\n> accept\n", "> a1 pass\n> d1 pass\n> offer 2\n> accept\n", false},
		{"effects", "aggressor: 1 priest\ndefender: 1 p4", "> a1 cast curse d1\n", "> a1 pass\n", false},
		{"how long they last", "aggressor: 1 priest\ndefender: 1 p4",
			"> a1 cast curse d1\n> d1 pass\n> a1 pass\n> d1 pass\n", "> a1 pass\n> d1 pass\n> a1 cast curse d1\n> d1 pass\n", false},
		// d1, now of phase 2, still acts in the one and waits in the other.
		{"the phase", "aggressor: 2 p1, 1 p5\ndefender: 1 p8 + 1 p2, 1 p1",
			"> a1 attack d1 [10]\n> d1 retaliate [1]\n> d2 attack a2 [10]\n",
			"> a1 pass\n> d2 pass\n> a2 attack d1 [10]\n> d1 retaliate [10]\n", false},
		// The same 2 of the same stack, given with another card on top.
		{"with which card it was given", "aggressor: 1 p2 + 1 squire, 1 p1\ndefender: 1 p1, 1 p8",
			"> a2 pass\n> d1 pass\n> a1 sacrifice a2\n> d2 attack a1 [10]\n> a1 hold\n",
			"> a2 pass\n> d1 attack a1 [10]\n> a1 hold\n> a1 sacrifice a2\n> d2 pass\n", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			one, other := keyAfter(t, row.head, row.one), keyAfter(t, row.head, row.other)
			if bytes.Equal(one, other) != row.same {
				t.Errorf("equal %v, want %v: %x %x", !row.same, row.same, one, other)
			}
		})
	}
}
