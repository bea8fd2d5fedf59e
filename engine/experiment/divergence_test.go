package experiment

import "testing"

// Numbers and what scripts say are a sign; what comes of them is the parting.
func TestPositions(t *testing.T) {
	line := func(course, text string) Step {
		m := Step{Course: course}
		m.Line.Text, m.Depth = text, deedDepth
		return m
	}
	said := func(m Step, text string) Step {
		m.Asides = []Line{{Text: text}}
		return m
	}
	round, hit := line("round", "Round 1"), line("hit", "7 against 5: hit")
	for _, row := range []struct {
		name        string
		of          [2][]Step
		sign, split int
	}{
		{"the same", [2][]Step{{round, hit}, {round, hit}}, -1, -1},
		{"a number", [2][]Step{{round, hit}, {round, line("hit", "8 against 5: hit")}}, 1, -1},
		{"a miss", [2][]Step{{round, hit}, {round, line("miss", "4 against 5: miss")}}, 1, 1},
		{"a word", [2][]Step{{round, hit}, {said(round, "boo"), line("miss", "4 against 5: miss")}}, 0, 1},
		{"another word", [2][]Step{{said(round, "bah")}, {said(round, "boo")}}, 0, -1},
		{"an end", [2][]Step{{round}, {round, hit}}, 1, 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			sign := firstOther(row.of, func(a, b Step) bool { return !a.alike(b) })
			split := firstOther(row.of, func(a, b Step) bool { return a.Course != b.Course })
			if sign != row.sign || split != row.split {
				t.Errorf("sign %d and split %d, want %d and %d", sign, split, row.sign, row.split)
			}
		})
	}
}
