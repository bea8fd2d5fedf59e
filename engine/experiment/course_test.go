package experiment

import (
	"fmt"
	"testing"

	"houserule/engine/sim"
)

// Of eight battles the aggressor wins two after a round, three more and the defender one
// after the second, and two are drawn in the third.
func TestCourse(t *testing.T) {
	c := &sim.Count{
		Battles: 8, Wins: [4]int64{5, 1}, Draws: 2, Rounds: []int64{0, 2, 4, 2},
		Finishes: []sim.Finish{{}, {Wins: [4]int64{2}, Left: [4]int64{20, 0}}, {Wins: [4]int64{3, 1}, Left: [4]int64{12, 4}}, {Left: [4]int64{2, 4}}},
	}
	got, p := "", twoSeats(nil)
	for _, s := range p.course(c, Endings(p.Seats())) {
		got += fmt.Sprint(s.Round, ":")
		for _, e := range append(append(s.Ended, s.Open), s.Next...) {
			got += " " + e.Value.String()
		}
		got += fmt.Sprintln(" left", s.Left)
	}
	want := `0: 0 0 0 1 0.625 0.125 0.25 left [ ]
1: 0.25 0 0 0.75 0.5 0.1666666667 0.3333333333 left [10 0]
2: 0.625 0.125 0 0.25 0 0 1 left [3 1]
3: 0.625 0.125 0.25 0    left [1 2]
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := fmt.Sprint(p.histogram(c)); got != "[{1 2 map[aggressor:2 defender:0] map[aggressor:20 defender:0]} {2 4 map[aggressor:3 defender:1] map[aggressor:12 defender:4]} {3 2 map[aggressor:0 defender:0] map[aggressor:2 defender:4]}]" {
		t.Error(got)
	}
}
