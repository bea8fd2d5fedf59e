package engine_test

import (
	"fmt"
	"testing"

	"houserule/engine"
)

// The events of a game of hidden cards, which is read through the seat of a viewer.
const (
	dealt  int32 = iota + 1 // Who: a card, Whom: its owner, N: the number of cards
	peeked                  // Who: a side
	raised                  // Who: a side; -1: the house
)

var cards = engine.Tellings[engine.Side]{
	Unit: func(_ engine.Side, id int32) string { return fmt.Sprintf("card %d", id) },
	Side: func(_ engine.Side, side engine.Side) string { return []string{"north", "south"}[side] },
	Rows: []engine.Telling[engine.Side]{
		dealt:  {Depth: 2, Sees: func(viewer engine.Side, e engine.Event) bool { return viewer == engine.Side(e.Whom) }, Text: "$other gets $who, one of $n $cards", Veiled: "$other gets a card"},
		peeked: {Depth: 3, Sees: func(viewer engine.Side, e engine.Event) bool { return viewer == engine.Side(e.Who) }, Secret: true, Text: "$side peeks"},
		raised: {Depth: 1, Text: "$side raises by $n, $m to call", Alone: "the house raises by $n"},
	},
	Words: map[string]func(engine.Side, engine.Event) string{
		"cards": func(engine.Side, engine.Event) string { return "cards" },
	},
}

// TestTellings checks which sentence each viewer gets, and the meanings of all words.
func TestTellings(t *testing.T) {
	short := cards.With([]engine.Telling[engine.Side]{raised: {Text: "$side: $n $chips"}}, map[string]func(engine.Side, engine.Event) string{
		"chips": func(engine.Side, engine.Event) string { return "chips" },
	})
	for _, test := range []struct {
		tellings engine.Tellings[engine.Side]
		viewer   engine.Side
		event    engine.Event
		sees     bool
		want     string
	}{
		{cards, 1, engine.Event{What: dealt, Who: 7, Whom: 1, N: 3}, true, "south gets card 7, one of 3 cards"},
		{cards, 0, engine.Event{What: dealt, Who: 7, Whom: 1, N: 3}, false, "south gets a card"},
		{cards, 0, engine.Event{What: peeked}, true, "north peeks"},
		{cards, 1, engine.Event{What: peeked}, false, ""},
		{cards, 1, engine.Event{What: raised, Whom: 9, N: 2}, true, "north raises by 2, 9 to call"},
		{cards, 1, engine.Event{What: raised, Who: -1, N: 2}, true, "the house raises by 2"},
		{short, 1, engine.Event{What: raised, Who: 1, N: 2}, true, "south: 2 chips"},
		{short, 1, engine.Event{What: dealt, Who: 7, Whom: 1, N: 3}, true, "south gets card 7, one of 3 cards"},
	} {
		if got := test.tellings.Describe(test.viewer, test.event); got != test.want {
			t.Errorf("%+v, seen by %d: %q, want %q", test.event, test.viewer, got, test.want)
		}
		if got := test.tellings.Sees(test.viewer, test.event); got != test.sees {
			t.Errorf("%+v, seen by %d: %t", test.event, test.viewer, got)
		}
	}
	for what, want := range map[int32]int{dealt: 2, peeked: 3, raised: 1} {
		if got := cards.Depth(engine.Event{What: what}); got != want {
			t.Errorf("event %d has depth %d, want %d", what, got, want)
		}
	}
	if got := short.Depth(engine.Event{What: raised}); got != 0 {
		t.Errorf("another row has depth %d", got)
	}
}
