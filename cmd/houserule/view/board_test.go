package view

import (
	"testing"

	"houserule/engine"
)

// What does not fit on a screen is left out in this order, and named: hexes and
// losses, rows of other sides, rows of one's own.
func TestBoardIn(t *testing.T) {
	rows := func(names ...string) (rows []row) {
		for _, name := range names {
			rows = append(rows, row{label: "line", text: name, now: name == "a2" || name == "b4"})
		}
		return rows
	}
	whole := drawing{width: 60, parts: []part{
		{head: "title"},
		{head: "attacker", rows: rows("a1", "a2", "a3"), labels: 5, side: 0, far: true, name: "the attacker"},
		{head: ""},
		{head: "defender", rows: rows("b1", "b2", "b3\n     wide", "b4"), labels: 5, side: 1, name: "the defender"},
		{rows: []row{{text: "north"}, {text: "south"}}, side: -1, name: "adjacent hexes"},
	}}
	for _, test := range []struct {
		name  string
		lines int
		own   engine.Side
		want  string
	}{
		{"all of it", 13, 0, "title\nattacker\nline a1\n     a2\n     a3\ndefender\nline b1\n     b2\n     b3\n     wide\n     b4\nnorth\nsouth\n"},
		{"the hexes", 12, 0, "title\nattacker\nline a1\n     a2\n     a3\ndefender\nline b1\n     b2\n     b3\n     wide\n     b4\n... board also shows adjacent hexes\n"},
		{"rows of the enemy", 10, 0, "title\nattacker\nline a1\n     a2\n     a3\ndefender\nline b3\n     wide\n     b4\n... board also shows 2 rows of the defender, adjacent hexes\n"},
		{"all of the enemy", 7, 0, "title\nattacker\nline a1\n     a2\n     a3\ndefender\n... board also shows 4 rows of the defender, adjacent hexes\n"},
		{"rows of one's own", 6, 0, "title\nattacker\nline a2\ndefender\n... board also shows 2 rows of the attacker, 4 of the\ndefender, adjacent hexes\n"},
		{"too low", 1, 0, "title\nattacker\nline a2\ndefender\n... board also shows 2 rows of the attacker, 4 of the\ndefender, adjacent hexes\n"},
		{"the other side", 9, 1, "title\nattacker\ndefender\nline b1\n     b2\n     b3\n     wide\n     b4\n... board also shows 3 rows of the attacker, adjacent hexes\n"},
		{"for nobody", 6, -1, "title\nattacker\ndefender\nline b4\n... board also shows 3 rows of the attacker, 3 of the\ndefender, adjacent hexes\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := whole.in(Size{Lines: test.lines}, test.own); got != test.want {
				t.Errorf("got\n%swant\n%s", got, test.want)
			}
		})
	}
	if got := whole.in(Size{Lines: 1, Whole: true}, 0); got != whole.String() {
		t.Errorf("the whole board is\n%s", got)
	}
	alone := drawing{width: 60, parts: []part{{head: "title"}, {head: "attacker", rows: rows("a1"), labels: 5, side: 0, name: "the attacker"}}}
	if got := alone.in(Size{Lines: 1}, 0); got != alone.String() {
		t.Errorf("a board of which nothing can be left out is\n%s", got)
	}
}
