package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"houserule/engine"
)

// rollBoth rolls the table's dice and those of two streams, in turn.
func rollBoth(t *engine.Table, n int) (table, first, second []int) {
	for range n {
		table = append(table, t.Roll(10, 0))
		first = append(first, t.RollStream(0, 6))
		second = append(second, t.RollStream(1, 6))
	}
	return table, first, second
}

// A stream's dice hang on the seed and its name: not on the table's dice, nor
// on the streams beside it.
func TestStreamsAreApart(t *testing.T) {
	table, first, second := rollBoth(engine.NewTable(engine.NewDice(7, "morale", "luck")), 20)
	if want := rolls(7, "", 10, 20); !slices.Equal(table, want) {
		t.Errorf("the table rolls %d, want %d", table, want)
	}
	if want := rolls(7, "morale", 6, 20); !slices.Equal(first, want) {
		t.Errorf("morale rolls %d, want %d", first, want)
	}
	if want := rolls(7, "luck", 6, 20); !slices.Equal(second, want) {
		t.Errorf("luck rolls %d, want %d", second, want)
	}
}

// A journal names the streams, and is replayed under another order of them.
func TestStreamsInJournals(t *testing.T) {
	var text strings.Builder
	w, err := engine.NewJournalWriter(&text, engine.Header{Streams: []string{"morale", "luck"}, Seats: []string{"one"}})
	if err != nil {
		t.Fatal(err)
	}
	table := engine.NewTable(engine.NewDice(7, "morale", "luck"))
	table.Record(w)
	_, first, second := rollBoth(table, 3)
	if err := w.Close("it is over"); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), "\nd6@morale ") || !strings.Contains(text.String(), "\nd10 ") {
		t.Errorf("the journal is\n%s", text.String())
	}
	j, err := engine.ReadJournal(strings.NewReader(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Restream([]string{"frenzy", "luck", "morale"}); err != nil {
		t.Fatal(err)
	}
	replay := &engine.Replay{Entries: j.Entries}
	again := engine.NewTable(replay)
	for i := range 3 {
		again.Roll(10, 0)
		if got := again.RollStream(2, 6); got != first[i] {
			t.Errorf("morale shows %d, want %d", got, first[i])
		}
		if got := again.RollStream(1, 6); got != second[i] {
			t.Errorf("luck shows %d, want %d", got, second[i])
		}
	}
	if err := errors.Join(again.Err(), replay.Done()); err != nil {
		t.Error(err)
	}
	if err := j.Restream([]string{"luck"}); err == nil || err.Error() != `unknown stream of dice "morale" (known: luck)` {
		t.Errorf("Restream: %v", err)
	}
}

func TestStreamErrors(t *testing.T) {
	table := engine.NewTable(engine.NewDice(7))
	table.RollStream(0, 6)
	if err := table.Err(); err == nil || err.Error() != "there are no dice of stream 0" {
		t.Errorf("%v", err)
	}
	for _, h := range []engine.Header{
		{Streams: []string{"a b"}, Seats: []string{"one"}},
		{Streams: []string{"a", "a"}, Seats: []string{"one"}},
		{Fields: []engine.Field{{Key: "streams", Value: "x"}}, Seats: []string{"one"}},
	} {
		if _, err := engine.NewJournalWriter(new(strings.Builder), h); err == nil {
			t.Errorf("%+v is written", h)
		}
	}
	var text strings.Builder
	w, err := engine.NewJournalWriter(&text, engine.Header{Seats: []string{"one"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Record(engine.Entry{Side: engine.Stream(0), Sides: 6, N: 1}); err == nil || err.Error() != "writing the journal: the dice of stream 0 have no name" {
		t.Errorf("%v", err)
	}
}
