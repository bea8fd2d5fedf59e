package runner

import (
	"fmt"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/experiment"
)

// newLine returns a line of the screen as an experiment has it.
func newLine(line screen.Line) experiment.Line {
	return experiment.Line{Text: line.Text, Why: engine.Each(line.Accounts, screen.Account.String)}
}

// A teller puts the events of a battle into words.
type teller interface {
	Seats() []string
	Line(e engine.Event) (screen.Line, bool)
	EventKind(e engine.Event) view.EventKind
	Course(e engine.Event) string
}

// A trace is the steps of a battle: a Recorder and a Listener that writes down
// both in one order.
type trace struct {
	streams []string
	battle  engine.Story
	view    teller
	steps   []experiment.Step
	asides  []experiment.Line
	rolls   int
	choices int
}

// Record writes down an answer. The dice of a script are asides, because they alone
// change nothing. Nor does the face of a die, but only its effect.
func (t *trace) Record(e engine.Entry) error {
	switch {
	case e.Side == engine.Luck:
		t.add(experiment.Step{Asked: true, Course: "a die", Line: experiment.Line{Text: fmt.Sprintf("die d%d: %d", e.Sides, e.N)}})
		t.rolls++
	case e.Side.IsLuck():
		t.asides = append(t.asides, experiment.Line{Text: fmt.Sprintf("die d%d of %s: %d", e.Sides, t.stream(e.Side), e.N)})
	default:
		t.add(experiment.Step{Asked: true, Line: experiment.Line{Text: fmt.Sprintf("%s: %s", t.view.Seats()[e.Side], e.Text)}})
		t.choices++
	}
	return nil
}

// stream returns the name of a stream of dice. Its number depends on the mods that are
// loaded.
func (t *trace) stream(side engine.Side) string {
	for n, name := range t.streams {
		if engine.Stream(n) == side {
			return name
		}
	}
	return "a mod"
}

// Hear writes down an event.
func (t *trace) Hear(_ engine.Seats, e engine.Event) {
	line, ok := t.view.Line(e)
	switch {
	case !ok:
	case t.view.EventKind(e) == view.Aside:
		t.asides = append(t.asides, newLine(line))
	default:
		t.add(experiment.Step{Course: t.view.Course(e), Line: newLine(line), Depth: line.Depth})
	}
}

func (t *trace) add(s experiment.Step) {
	if s.Course == "" {
		s.Course = s.Line.Text
	}
	s.Asides, t.asides = t.asides, nil
	s.Where, s.Rolls, s.Choices = t.battle.Scene(), t.rolls, t.choices
	t.steps = append(t.steps, s)
}

// trace plays a battle of an arm and writes it down.
func (r *Runner) trace(arm experiment.ArmPlan, seed uint64) (*trace, string, error) {
	lib, m, err := r.Match(arm)
	if err != nil {
		return nil, "", err
	}
	m.Seed = seed
	b, solved, err := view.Begin(lib, m)
	if err != nil {
		return nil, "", err
	}
	table, seats, err := view.Seat(r.systemOf(lib), lib, m, b, lib.Dice(seed), solved)
	if err != nil {
		return nil, "", err
	}
	defer view.Leave(seats)
	t := &trace{streams: lib.Streams, battle: b, view: r.systemOf(lib).New(lib, m, b)}
	table.Record(t)
	table.Join(t)
	table.Explain(true)
	if err := engine.Play(b, table); err != nil {
		return nil, "", fmt.Errorf("%s, seed %d: %w", arm.Name, seed, err)
	}
	return t, b.Outcome(), nil
}
