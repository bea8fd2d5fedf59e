package enginetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/engine"
)

// A Told is a Listener that keeps the events that it hears.
type Told struct {
	Lines []string // every event in words

	b      engine.Story
	seats  []engine.Seats
	events []engine.Event
}

// NewTold returns a Told for a battle.
func NewTold(b engine.Story) *Told { return &Told{b: b} }

// Hear adds an event.
func (h *Told) Hear(to engine.Seats, e engine.Event) {
	h.seats = append(h.seats, to)
	h.events = append(h.events, e)
	h.Lines = append(h.Lines, h.b.Describe(e))
}

// Text returns all events, one a line.
func (h *Told) Text() string { return strings.Join(h.Lines, "\n") }

// differs returns an error if other has heard other events.
func (h *Told) differs(other *Told) error {
	if slices.Equal(h.events, other.events) && slices.Equal(h.seats, other.seats) && slices.Equal(h.Lines, other.Lines) {
		return nil
	}
	return fmt.Errorf("other events: first\n%s\nand then\n%s", h.Text(), other.Text())
}

// Replay checks the journal of a battle of random players. Read back, the journal has the
// same setup and replays the same battle, whose journal is the same byte for byte.
func (k *Battles[B]) Replay(b B, seed uint64) error {
	first := NewTold(b)
	text, err := k.journal(b, newCompany(b.Seats(), seed).table(), first)
	if err != nil {
		return err
	}
	journal, err := engine.ReadJournal(strings.NewReader(text))
	if err != nil {
		return err
	}
	again, err := k.Read(b, journal.Header)
	if err != nil {
		return fmt.Errorf("the journal's header: %w", err)
	}
	end := k.at(b)
	for _, same := range []B{again, b} { // b may have kept state that it should have reset
		if err := k.replayed(same, journal, text, end, first); err != nil {
			return err
		}
	}
	return nil
}

// replayed checks that a replayed battle is the same as the first one.
func (k *Battles[B]) replayed(b B, journal *engine.Journal, text, end string, first *Told) error {
	replay, second := &engine.Replay{Entries: journal.Entries}, NewTold(b)
	again, err := k.journal(b, engine.NewTable(replay, Everybody(replay)...), second)
	switch {
	case err != nil || replay.Done() != nil:
		return errors.Join(err, replay.Done())
	case k.at(b) != end:
		return wrong(b, "it ended at\n%s\nand, replayed, at\n%s", end, k.at(b))
	case again != text:
		return wrong(b, "the journal is\n%s\nand, replayed,\n%s", text, again)
	}
	return first.differs(second)
}

// journal plays a battle and returns its journal.
func (k *Battles[B]) journal(b B, table *engine.Table, told *Told) (string, error) {
	var text strings.Builder
	setup := k.Setup(b)
	w, err := engine.NewJournalWriter(&text, engine.Header{Fields: setup.Fields(), Seats: setup.SeatNames()})
	if err != nil {
		return "", err
	}
	table.Listen(told)
	table.Record(w)
	if err := engine.Play(b, table); err != nil {
		return "", err
	}
	err = w.Close(b.Outcome())
	return text.String(), err
}

// A recorder keeps answers.
type recorder []engine.Entry

func (r *recorder) Record(entry engine.Entry) error {
	*r = append(*r, entry)
	return nil
}

// Listening checks that a battle of random players is the same with and without a listener,
// and with and without explained scores.
func (k *Battles[B]) Listening(b B, seed uint64) error {
	var silent recorder
	var end string
	for n := range 4 {
		var answers recorder
		table := newCompany(b.Seats(), seed).table()
		table.Record(&answers)
		listens, explains := n&1 != 0, n&2 != 0
		if listens {
			table.Listen(NewTold(b))
		}
		table.Explain(explains)
		if err := engine.Play(b, table); err != nil {
			return err
		}
		if n == 0 {
			silent, end = answers, k.at(b)
		}
		if got := k.at(b); got != end || !slices.Equal(answers, silent) {
			return wrong(b, "somebody listens (%t), scores are explained (%t): it goes to\n%s\nwith %v\nand in silence to\n%s\nwith %v", listens, explains, got, answers, end, silent)
		}
	}
	return nil
}
