package main

import (
	"slices"
	"testing"

	"houserule/cmd/houserule/view"
)

// What is typed must be of the rule system that is played.
func TestTypedBattle(t *testing.T) {
	plain := view.PlainSystem{Game: "pig"}
	typed := typedBattle{"aggressor": "1 orc", "walls": ""}
	if err := typed.fits(games()[0].view); err != nil {
		t.Error(err)
	}
	if err := typed.fits(plain); err == nil || err.Error() != "--aggressor is not for pig" {
		t.Errorf("the error is %v", err)
	}
	if err := (typedBattle{"walls": ""}).fits(plain); err != nil {
		t.Errorf("a flag that was not typed: %v", err)
	}
	if typed.whole() {
		t.Error("one army is a whole battle")
	}
	if typed["defender"] = "2 orc"; !typed.whole() {
		t.Error("two armies are no whole battle")
	}
	if got := typed.words(); !slices.Equal(got, []string{"--aggressor", "1 orc", "--defender", "2 orc"}) {
		t.Errorf("the words are %q", got)
	}
	if _, err := plain.Setup(nil, nil, nil); err == nil || err.Error() != "which scenario? houserule scenarios lists them" {
		t.Errorf("the error is %v", err)
	}
}

// The last player plays all the seats that are left.
func TestSeatsOf(t *testing.T) {
	known, seats := []string{"greedy", "random"}, []string{"red", "green", "blue"}
	for _, row := range []struct {
		text string
		want []string
		err  string
	}{
		{"greedy", []string{"greedy", "greedy", "greedy"}, ""},
		{"greedy, random", []string{"greedy", "random", "random"}, ""},
		{"greedy,random,greedy", []string{"greedy", "random", "greedy"}, ""},
		{"a,b,c,d", nil, "--players: 4 players: give three, the red's first"},
		{"greedi", nil, `--players: unknown player "greedi" (known: greedy, random)`},
	} {
		got, err := seatsOf("--players", row.text, known, seats)
		if text := errorText(err); !slices.Equal(got, row.want) || text != row.err {
			t.Errorf("%q: %q, %q; want %q, %q", row.text, got, text, row.want, row.err)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
