package main

import (
	"fmt"
	"strconv"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
)

// A parting is where one battle, played from the same seed under two rules,
// stops being the same. Sign is where anything differs first: a score, a die
// of another kind, a word of a script. Split is where the battles themselves
// do: another choice, one more die, a hit in place of a miss. Either is nil
// where there is no such place, and Sign also where it is that of Split.
type parting struct {
	Seed     uint64    `json:"seed"`
	Results  [2]string `json:"results"`
	Sign     *crossing `json:"sign,omitempty"`
	Split    *crossing `json:"split,omitempty"`
	Commands [2]string `json:"commands"` // that play the battle again
}

// A crossing is a place in a battle and how it goes on from there under
// either rules.
type crossing struct {
	Rolls   int       `json:"rolls"`   // that both have had before
	Choices int       `json:"choices"` // and that players have made
	Where   string    `json:"where"`
	Common  string    `json:"common"` // the last line that both have
	Lines   [2][]told `json:"lines"`
}

// told is a line of a battle with the accounts of its numbers.
type told struct {
	Text string   `json:"text"`
	Why  []string `json:"why,omitempty"`
}

func newTold(line screen.Line) told {
	t := told{Text: line.Text}
	for _, a := range line.Accounts {
		t.Why = append(t.Why, a.String())
	}
	return t
}

// A moment is an answer or a line of a battle that is played.
type moment struct {
	// course is what makes the battle's course: moments with the same differ
	// in numbers at most.
	course  string
	line    screen.Line
	asked   bool   // an answer
	asides  []told // what scripts said, and dice of their own, since the moment before
	where   string
	rolls   int // before it
	choices int
}

// alike tells whether two moments differ in nothing that anybody is told.
func (m moment) alike(other moment) bool {
	if m.course != other.course || m.line.Text != other.line.Text || len(m.asides) != len(other.asides) {
		return false
	}
	for i := range m.asides {
		if m.asides[i].Text != other.asides[i].Text {
			return false
		}
	}
	return true
}

// A retelling is the moments of a battle: a Recorder and a Listener that
// writes down both in one order.
type retelling struct {
	streams []string
	view    view.View
	moments []moment
	asides  []told
	rolls   int
	choices int
}

// Record writes down an answer. The dice of a script are asides: they alone
// change nothing. Nor does what a die shows, but only what comes of it.
func (t *retelling) Record(q engine.Question, answer int) error {
	e := engine.NewEntry(q, answer)
	switch {
	case e.Side == engine.Luck:
		t.add(moment{asked: true, course: "a die", line: screen.Line{Text: fmt.Sprintf("die d%d: %d", e.Sides, e.N)}})
		t.rolls++
	case e.Side.IsLuck():
		t.asides = append(t.asides, told{Text: fmt.Sprintf("die d%d of %s: %d", e.Sides, t.stream(e.Side), e.N)})
	default:
		t.add(moment{asked: true, line: screen.Line{Text: fmt.Sprintf("%s: %s", t.view.Seats()[e.Side], e.Text)}})
		t.choices++
	}
	return nil
}

// stream is the name of a stream of dice, which has another number where
// other mods are loaded.
func (t *retelling) stream(side engine.Side) string {
	for n, name := range t.streams {
		if engine.Stream(n) == side {
			return name
		}
	}
	return "a mod"
}

// Hear writes down an event.
func (t *retelling) Hear(_ engine.Seats, e engine.Event) {
	line, ok := t.view.Line(e)
	switch {
	case !ok:
	case t.view.Stage(e) == view.Aside:
		t.asides = append(t.asides, newTold(line))
	default:
		t.add(moment{course: t.view.Course(e), line: line})
	}
}

func (t *retelling) add(m moment) {
	if m.course == "" {
		m.course = m.line.Text
	}
	m.asides, t.asides = t.asides, nil
	m.where, m.rolls, m.choices = t.view.Scene(), t.rolls, t.choices
	t.moments = append(t.moments, m)
}

// retell plays a battle of an arm and writes it down.
func (l *lab) retell(arm armPlan, seed uint64) (*retelling, string, error) {
	lib, m, err := l.match(arm)
	if err != nil {
		return nil, "", err
	}
	m.Seed = seed
	b, err := lib.Game.NewBattle(m.Setup)
	if err != nil {
		return nil, "", err
	}
	seats, err := view.NewPlayers(lib, m)
	if err != nil {
		return nil, "", err
	}
	t := &retelling{streams: lib.Streams, view: systemOf(lib).New(lib, m, b)}
	table := engine.NewTable(lib.Dice(seed), seats...)
	table.Record(t)
	table.Listen(t)
	table.Explain(true)
	if err := t.view.Play(table); err != nil {
		return nil, "", fmt.Errorf("%s, seed %d: %w", arm.Name, seed, err)
	}
	return t, t.view.Result(), nil
}

// part plays a battle under both arms and finds where they part.
func (l *lab) part(arms [2]armPlan, seed uint64) (*parting, error) {
	p := &parting{Seed: seed}
	var moments [2][]moment
	for i, arm := range arms {
		t, result, err := l.retell(arm, seed)
		if err != nil {
			return nil, err
		}
		moments[i], p.Results[i] = t.moments, result
	}
	sign := firstOther(moments, func(a, b moment) bool { return !a.alike(b) })
	split := firstOther(moments, func(a, b moment) bool { return a.course != b.course })
	p.Split = newCrossing(moments, split)
	if sign != split {
		p.Sign = newCrossing(moments, sign)
	}
	return p, nil
}

// firstOther is the first place at which two battles differ, or -1.
func firstOther(of [2][]moment, differ func(a, b moment) bool) int {
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

func newCrossing(of [2][]moment, at int) *crossing {
	if at < 0 {
		return nil
	}
	c := &crossing{Common: lastCommon(of, at)}
	for i, moments := range of {
		c.Lines[i] = excerpt(moments, at)
		if at < len(moments) {
			c.Rolls, c.Choices, c.Where = moments[at].rolls, moments[at].choices, moments[at].where
		}
	}
	return c
}

// lastCommon is the last line before a place that both battles have; there is
// none at the start.
func lastCommon(of [2][]moment, at int) string {
	for i := at - 1; i >= 0; i-- {
		if a, b := of[0][i], of[1][i]; !a.asked && a.line.Text == b.line.Text {
			return a.line.Text
		}
	}
	return ""
}

// excerpt is a battle from a place on to the next line that is no heading.
func excerpt(moments []moment, at int) []told {
	var lines []told
	for _, m := range moments[min(at, len(moments)):] {
		lines = append(append(lines, m.asides...), newTold(m.line))
		if m.line.Depth >= deed {
			break
		}
	}
	return lines
}

// deed is the depth of lines below the headings of rounds and phases.
const deed = 2

// words are the command line of a battle, but for the rules and the seed.
func (o matchOptions) words() []string {
	var words []string
	if o.scenario != "" {
		words = append(words, o.scenario)
	}
	words = append(words, o.typed.words()...)
	return append(words, "--players", o.players)
}

// battleCommand is the command that plays a battle, as a shell takes it.
func battleCommand(match []string, seed uint64, r ruleset, onError string) string {
	words := append([]string{"houserule", "battle"}, match...)
	words = append(words, "--seed", strconv.FormatUint(seed, 10))
	words = append(words, r.words()...)
	if onError != "" {
		words = append(words, "--on-error", onError)
	}
	for i, word := range words {
		words[i] = quoted(word)
	}
	return strings.Join(words, " ")
}
