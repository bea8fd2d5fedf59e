package desk

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/strict"
)

// LessonProblems returns the problems of the lessons of a scenario: braces without their others,
// and seats and acts that do not exist.
func LessonProblems(system view.Frontend, lib *library.Library, s *library.Scenario) (problems strict.Problems) {
	if len(s.Lessons) == 0 {
		return nil
	}
	d := &Desk{System: system, Library: lib, Log: func() []screen.Line { return nil }, Carries: func(*Command) bool { return true }}
	known, err := d.rehearse(s)
	if err != nil {
		return strict.Problems{lib.Problem(s, nil, "scenario %q: %s", s.ID, library.Explain(err))}
	}
	for i, l := range s.Lessons {
		report := func(key string, err error) {
			if err != nil {
				problems = append(problems, lib.Problem(s, []any{"lesson", i, key}, "lesson: %s", library.Explain(err)))
			}
		}
		if names := s.Setup.SeatNames(); l.Seat != "" && !slices.Contains(names, l.Seat) {
			report("seat", &engine.Unknown{What: "seat", Word: l.Seat, Known: names})
		}
		if strings.Count(l.Text, "{") != strings.Count(l.Text, "}") || strings.Contains(l.Text, "{}") {
			report("text", errors.New("acts stand between two braces, as in {undo} and {answer: ANSWER}"))
		}
		for _, act := range view.ParseLesson(l.Text).Acts() {
			report("text", d.exists(act, known))
		}
	}
	return problems
}

// named are the units and the verbs of a battle.
type named struct{ units, verbs []string }

// rehearsed is how many questions of a battle are asked to learn its words.
const rehearsed = 500

// rehearse plays a scenario, with random players, to learn its words.
func (d *Desk) rehearse(s *library.Scenario) (known named, err error) {
	b, err := d.Library.Game.NewBattle(s.Setup)
	if err != nil {
		return known, err
	}
	seats := make([]engine.Oracle, b.Seats())
	d.View = d.System.New(d.Library, library.Match{Scenario: s.ID, Setup: s.Setup, Players: make([]string, len(seats))}, b)
	left := rehearsed
	for side := range seats {
		random, err := d.Library.Player("random", engine.Side(side), 1)
		if err != nil {
			return known, err
		}
		seats[side] = engine.OracleFunc(func(q engine.Question) (int, error) {
			d.View.Ask(q)
			known.units = add(known.units, d.View.Units()...)
			for _, v := range d.View.Verbs() {
				known.verbs = add(known.verbs, v.Name, v.Short)
			}
			if left--; left == 0 {
				return 0, engine.ErrRewind
			}
			return random.Answer(q)
		})
	}
	table := engine.NewTable(d.Library.Dice(1), seats...)
	table.Past().Keep()
	if err = engine.Play(b, table); errors.Is(err, engine.ErrRewind) {
		err = nil
	}
	return known, err
}

// add adds words that a list does not have.
func add(list []string, words ...string) []string {
	for _, word := range words {
		if word != "" && !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	return list
}

// exists returns an error unless an act exists, with the units that it names.
func (d *Desk) exists(act view.Part, known named) error {
	words := strings.Fields(act.Text)
	units, rest := view.Leading(d.View, words)
	for _, unit := range append(units, rest...) {
		if d.System.NamesUnit(unit) && !slices.Contains(known.units, unit) {
			return &engine.Unknown{What: d.System.Words().Unit, Word: unit, Known: known.units}
		}
	}
	switch {
	case act.Act != view.Answering:
		return d.command(words)
	case len(rest) > 0 && !slices.Contains(known.verbs, rest[0]):
		return &engine.Unknown{What: "answer", Word: rest[0], Known: known.verbs}
	}
	return nil
}

// placeholder is a word that stands for any of its kind: NAME.
var placeholder = regexp.MustCompile(`^[A-Z]{2,}$`)

// command returns an error unless a command exists, with the entry that it names.
func (d *Desk) command(words []string) error {
	name := strings.Join(words[:min(len(words), 1)], "")
	if !d.Has(name) {
		return &engine.Unknown{What: UnknownCommand, Word: name, Known: engine.Each(d.Commands(), func(c Command) string { return c.Name })}
	}
	if name == "new" {
		name = "scenario"
	}
	for _, k := range d.books() {
		if k.Name == name && len(words) > 1 && !placeholder.MatchString(words[1]) {
			_, err := k.Text(d.Library, words[1])
			return err
		}
	}
	return nil
}
