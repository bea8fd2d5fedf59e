package results

import (
	"strings"
	"testing"

	"houserule/cmd/houserule/report"
	"houserule/engine/experiment"
)

// What a game counts is shown as means of the battles in which it counts.
func TestTallySections(t *testing.T) {
	sections := tallySections([]experiment.Tally{
		{Name: "kills", Battles: 4, Columns: []string{"hits", "kills"}, Rows: map[string][]int64{"b": {2, 1}, "a": {8, 0}}},
		{Name: "nothing", Battles: 1000, Columns: []string{"n"}},
		{Name: "cards", Battles: 1000, Columns: []string{"left", "begun"}, Rows: map[string][]int64{"c": {1, 7000}, "d": {0, 1000}}},
		{
			Name: "blows", Battles: 1000, Columns: []string{"us given", "us worth", "them given", "them worth"},
			Rows: map[string][]int64{"f": {12_345, 1, 0, 0}, "e": {1, 812_300, 2, 3}, "g": {0, 40, 0, 0}},
		},
		{Name: "dice", Battles: 1000, Columns: []string{"rounds"}, Rows: map[string][]int64{"+0": {1000}, "+10": {4000}, "-2": {3000}, "-1": {2000}, "+2": {5000}}},
		{Name: "ends", Battles: 1000, Columns: []string{"us won", "them won", "draw"}, Rows: map[string][]int64{"h": {1, 2, 3}}},
	})
	got := report.Document{Sections: sections}
	var out strings.Builder
	got.Print(&out, 80)
	const want = `
Kills
Means per battle.

      hits   kills
  a  2.000       0
  b  0.500  0.2500

Cards
Means per battle.

       left  begun
  c  0.0010      7
  d       0      1

Blows
Means per battle.

  us  given   worth
  e   <0.01  812.30
  f   12.35   <0.01
  g       0    0.04

  them   given   worth
  e     0.0020  0.0030

Dice
Means per battle.

       rounds
  -2        3
  -1        2
  +0        1
  +2        5
  +10       4

Ends
Means per battle.

     us won  them won    draw
  h  0.0010    0.0020  0.0030
`
	if "\n"+strings.TrimLeft(out.String(), "\n") != want {
		t.Errorf("it is\n%s\nwant\n%s", out.String(), want)
	}
}
