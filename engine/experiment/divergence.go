package experiment

// A Divergence is the point at which one battle, played from the same seed under two rules,
// stops being the same. Sign is the first difference of any kind: a score, a die of another
// kind, a word of a script. Split is the first difference in the course of the battles:
// another choice, one more die, a hit in place of a miss. Either is nil if there is none.
// Sign is also nil if it is at the same place as Split.
type Divergence struct {
	Seed     uint64    `json:"seed"`
	Results  [2]string `json:"results"`
	Sign     *Position `json:"sign,omitempty"`
	Split    *Position `json:"split,omitempty"`
	Commands [2]string `json:"commands"` // commands that play the battle again
}

// A Position is a place in a battle, with its continuation under each rules.
type Position struct {
	Rolls   int       `json:"rolls"`   // number of dice that both have rolled before
	Choices int       `json:"choices"` // number of choices made before
	Where   string    `json:"where"`
	Common  string    `json:"common"` // the last line that both have
	Lines   [2][]Line `json:"lines"`
}

// A Line is a line of a battle, with the terms of its numbers.
type Line struct {
	Text string   `json:"text"`
	Why  []string `json:"why,omitempty"`
}

// A Step is an answer in a battle, or a line of its report.
type Step struct {
	// Course is the part of the step that matters to the battle's course: steps with the
	// same Course differ at most in numbers.
	Course  string
	Line    Line
	Depth   int    // depth of the line: headings have less than 2
	Asked   bool   // whether it is an answer
	Asides  []Line // texts of scripts, and their dice, since the step before
	Where   string
	Rolls   int // number of dice before it
	Choices int
}

// alike reports whether two steps look the same.
func (m Step) alike(other Step) bool {
	if m.Course != other.Course || m.Line.Text != other.Line.Text || len(m.Asides) != len(other.Asides) {
		return false
	}
	for i := range m.Asides {
		if m.Asides[i].Text != other.Asides[i].Text {
			return false
		}
	}
	return true
}

// Diverge finds the points at which two battles of a seed, given as their steps, stop being
// the same.
func Diverge(seed uint64, steps [2][]Step, results [2]string) *Divergence {
	d := &Divergence{Seed: seed, Results: results}
	sign := firstOther(steps, func(a, b Step) bool { return !a.alike(b) })
	split := firstOther(steps, func(a, b Step) bool { return a.Course != b.Course })
	d.Split = newPosition(steps, split)
	if sign != split {
		d.Sign = newPosition(steps, sign)
	}
	return d
}

// firstOther returns the first place at which two battles differ, or -1.
func firstOther(of [2][]Step, differ func(a, b Step) bool) int {
	for i := range min(len(of[0]), len(of[1])) {
		if differ(of[0][i], of[1][i]) {
			return i
		}
	}
	if len(of[0]) != len(of[1]) {
		return min(len(of[0]), len(of[1]))
	}
	return -1
}

func newPosition(of [2][]Step, at int) *Position {
	if at < 0 {
		return nil
	}
	c := &Position{Common: lastCommon(of, at)}
	for i, steps := range of {
		c.Lines[i] = excerpt(steps, at)
		if at < len(steps) {
			c.Rolls, c.Choices, c.Where = steps[at].Rolls, steps[at].Choices, steps[at].Where
		}
	}
	return c
}

// lastCommon returns the last line before a place that both battles have, or "" at the
// start.
func lastCommon(of [2][]Step, at int) string {
	for i := at - 1; i >= 0; i-- {
		if a, b := of[0][i], of[1][i]; !a.Asked && a.Line.Text == b.Line.Text {
			return a.Line.Text
		}
	}
	return ""
}

// excerpt returns the lines of a battle from a place on to the next line that is no
// heading.
func excerpt(steps []Step, at int) []Line {
	var lines []Line
	for _, m := range steps[min(at, len(steps)):] {
		lines = append(append(lines, m.Asides...), m.Line)
		if m.Depth >= deedDepth {
			break
		}
	}
	return lines
}

// deedDepth is the least depth of lines that are no headings of rounds and phases.
const deedDepth = 2
