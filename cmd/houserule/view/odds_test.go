package view

import (
	"fmt"
	"math/big"
	"testing"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/odds"
	"houserule/engine/players"
)

// Outcomes are listed with their chances, and what was cut.
func TestOutcomes(t *testing.T) {
	var d odds.Distribution[string]
	d.Add("a tie", big.NewRat(1, 4))
	d.Add("it ends", big.NewRat(1, 2))
	d.Add("a brawl", big.NewRat(1, 4))
	if got, want := Outcomes(d), "it ends 50 %; a brawl 25 %; a tie 25 %"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	d.Open = 0.25
	if got, want := Outcomes(d), "it ends 50 %; a brawl 25 %; a tie 25 %; undecided 25 %, interrupted"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	d.Open, d.Cut = 0, 0.125
	if got, want := Outcomes(d), "it ends 50 %; a brawl 25 %; a tie 25 %; dice were followed no further where less than 1e-15 is left, 0.1 in all"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Chances are written in percents.
func TestPercent(t *testing.T) {
	for _, c := range []struct {
		n, d int64
		want string
	}{{1, 2, "50 %"}, {1, 3, "33.3 %"}, {1, 10000, "0.01 %"}, {9999, 10000, "over 99.9 %"}, {7, 10, "70 %"}} {
		if got := Percent(big.NewRat(c.n, c.d)); got != c.want {
			t.Errorf("%d/%d is %q, want %q", c.n, c.d, got, c.want)
		}
	}
}

// Greedy and random players as exact odds need them.
func TestFixed(t *testing.T) {
	lib := &library.Library{Players: players.Common()}
	for name, want := range map[string]string{"random": "odds.Lots", "": "players.Greedy", "human": "players.Greedy", "greedy": "players.Greedy"} {
		if p, err := fixed(lib, name, 0, 1); err != nil || fmt.Sprintf("%T", p) != want {
			t.Errorf("%q is a %T, %v; want %s", name, p, err, want)
		}
	}
}

// How a battle ends is told for any number of seats.
func TestEndings(t *testing.T) {
	o := new(odds.Odds)
	for side, p := range []float64{0.5, 0.25, 0.125} {
		o.Wins[side].Value = p
	}
	o.Draws.Value, o.Rounds.Value = 0.125, 3.5
	want := "red wins 50.00000 %, green 25.00000 %, blue 12.50000 %, draw 12.50000 %; 3.5 rounds on average"
	if got := Endings(o, []string{"red", "green", "blue"}); got != want {
		t.Errorf("it is\n%s, want\n%s", got, want)
	}
}

// Seats with a number are names, and need no article.
func TestSeatsInSentences(t *testing.T) {
	for seat, want := range map[string]string{"defender": "The defender", "attacker2": "Attacker2", "émigré": "The émigré"} {
		if got := engine.Capital(engine.The(seat)); got != want {
			t.Errorf("%s is %q, want %q", seat, got, want)
		}
	}
	if got := engine.Capital("élan"); got != "Élan" {
		t.Errorf("got %q", got)
	}
}
