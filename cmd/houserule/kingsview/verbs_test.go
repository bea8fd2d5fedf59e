package kingsview

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/engine/players"
)

// withPlays is the base game in which items can be played on counters.
func withPlays(t testing.TB) *library.Library {
	t.Helper()
	lib := testLibrary(t)
	do := func(b *kings.Battle, item, on *kings.Counter) {
		if on != nil {
			b.Mark(on, on.Marks()|kings.Charge)
		}
	}
	for id, on := range map[string]kings.Whom{"talisman": kings.OnNobody, "sword": kings.OnFriend, "dispel-magic": kings.OnEnemy} {
		thing, err := kingsdata.Thing(lib, id)
		if err != nil {
			t.Fatal(err)
		}
		kingsdata.Game(lib).SetPlay(thing, &kings.Play{Do: do, On: on})
	}
	return lib
}

// everywhere looks at every question of the scenarios, played by who tries
// everything.
func everywhere(t *testing.T, look func(v *View, q engine.Question)) {
	t.Helper()
	lib := withPlays(t)
	crowded(t, lib)
	for _, s := range lib.Scenarios {
		for seed := range uint64(4) {
			v := viewOf(t, lib, s.ID, s.Setup.(kings.Setup))
			seats := make([]engine.Oracle, v.battle.Seats())
			for side := range seats {
				player := restless(players.NewRandom(engine.Side(side), seed), seed%2 == 1)
				seats[side] = engine.OracleFunc(func(q engine.Question) (int, error) {
					v.Ask(q)
					defer v.Ask(engine.Question{})
					look(v, q)
					return player.Answer(q)
				})
			}
			if err := v.Play(engine.NewTable(engine.NewDice(seed), seats...)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Every option can be typed as it is listed; the words behind its verb are
// offered one by one; and without the verb they mean the same, if there are
// any.
func TestOptionsAreTyped(t *testing.T) {
	kinds := map[kindOfQuestion]int{}
	everywhere(t, func(v *View, q engine.Question) {
		kinds[v.kind()]++
		typed := 0
		for n := range q.Choice.Each {
			typed++
			words := strings.Fields(v.Typed(n))
			i := slices.IndexFunc(v.Verbs(), func(of view.Verb) bool { return of.Name == words[0] })
			if i < 0 || !v.Fits(v.Verbs()[i]) {
				t.Fatalf("%q begins with no verb that fits", words)
			}
			verb, rest := v.Verbs()[i], words[1:]
			if got, err := v.Answer("", verb, slices.Clone(rest)); got != n || err != nil {
				t.Errorf("%q is %d, %v; want %d", words, got, err, n)
			}
			for at, word := range rest {
				if offered := v.Complete(verb, rest[:at]); !slices.Contains(offered, word) {
					t.Errorf("%q: behind %q %q are offered", words, words[:at+1], offered)
				}
			}
			if got, ok, err := v.Bare(slices.Clone(rest)); len(rest) > 0 && (got != n || !ok || err != nil) {
				t.Errorf("%q alone is %d, %t, %v; want %d", rest, got, ok, err, n)
			}
			if _, ok, _ := v.Bare(words); ok {
				t.Errorf("%q is taken for words without a verb", words)
			}
		}
		for _, verb := range v.Verbs() {
			if !v.Fits(verb) {
				continue
			}
			typed -= leading(t, v, verb, nil)
		}
		if typed != 0 {
			t.Errorf("%s: %d options more than completion leads to", v.Asks(), typed)
		}
	})
	for k := toName; k <= toRemove; k++ {
		if kinds[k] == 0 {
			t.Errorf("nobody was asked to %s", kindNames[k])
		}
	}
}

// leading is how many answers the words that are offered lead to: all of them
// do to one.
func leading(t *testing.T, v *View, verb view.Verb, before []string) int {
	offered := v.Complete(verb, before)
	if len(offered) == 0 {
		if _, err := v.Answer("", verb, slices.Clone(before)); err != nil {
			if len(before) > 0 || verb.Usage == "" {
				t.Errorf("%s %q is offered: %v", verb.Name, before, err)
			}
			return 0
		}
		return 1
	}
	n := 0
	for _, word := range offered {
		n += leading(t, v, verb, append(slices.Clone(before), word))
	}
	return n
}

// The board is drawn when a side is asked for its first hit of a step, and not
// for every further one.
func TestSettled(t *testing.T) {
	var last hit
	everywhere(t, func(v *View, q engine.Question) {
		loss, ok := q.Choice.(*kings.Loss)
		if !ok {
			if !v.Settled() {
				t.Errorf("no board for %s", v.Asks())
			}
			return
		}
		now := hit{v.battle.Round(), v.battle.CombatStep(), loss.Side, v.battle.HitsOn(loss.Side)}
		first := now.round != last.round || now.step != last.step || now.side != last.side || now.left >= last.left
		if v.Settled() != first {
			t.Errorf("%s: a board is drawn: %t", v.Asks(), v.Settled())
		}
		last = now
	})
}

// What is typed wrongly is answered with what is wrong, and what would be
// right.
func TestMistakes(t *testing.T) {
	lib := withPlays(t)
	for _, test := range []struct {
		scenario string
		choices  int
		typed    string
		want     string
	}{
		{"skirmish", 0, "lose", `"lose": write lose and a counter, as in lose d1`},
		{"skirmish", 0, "lose d9", `unknown counter "d9" (known: a1, a2, a3, d1, d2, d3)`},
		{"skirmish", 0, "d9", `unknown counter "d9" (known: a1, a2, a3, d1, d2, d3)`},
		{"skirmish", 0, "a1", "a1 (Green Knight) is no counter of yours (K3.1)"},
		{"skirmish", 0, "stay", "stay answers nothing now. The defender takes 1 hit in the ranged step. Who takes it: d1 (Buffalo Herd), d2 (Elves), d3 (Gypsies)?"},
		{"skirmish", 1000, "stay", "the battle is over: undo goes back, new starts another"},
		{"four-kings", 0, "attack d1", `unknown side "d1" (known: attacker, attacker2, attacker3, defender)`},
		{"four-kings", 0, "attack def", ""},
		{"four-kings", 0, "attack attacker", "nobody attacks himself (K1.2)"},
		{"four-kings", 0, "attack att", `unknown side "att" (known: attacker, attacker2, attacker3, defender)`},
		{"heroes-and-relics", 0, "play tal", ""},
		{"heroes-and-relics", 0, "pass now", `"now" is too much behind "pass"`},
		{"crowded-retreat", 6, "retreat east", `unknown hex "east" (known: north, northeast, south, southwest)`},
		{"crowded-retreat", 6, "retreat south", "you do not control that hex (K4.2)"},
		{"crowded-retreat", 6, "retreat northeast", "enemy counters stand in that hex (K4.2)"},
		{"crowded-retreat", 6, "retreat", ""},
		{"heroes-and-relics", 0, "play golem", `unknown item of yours "golem" (known: talisman, sword, lucky-charm)`},
		{"heroes-and-relics", 0, "play sword", "it is laid on a counter that fights in the hex (K6)"},
		{"heroes-and-relics", 0, "play sword d1", "it is laid on a counter of your own (K6)"},
		{"heroes-and-relics", 0, "play lucky-charm", "it has no use in battle (K6)"},
		{"heroes-and-relics", 0, "play talisman a1", "it is laid on nobody (K6)"},
		{"heroes-and-relics", 0, "play", `"play": write play and an item, and the counter on which it is laid if there is one, or pass`},
	} {
		lookAt(t, lib, test.scenario, test.choices, func(v *View) {
			if got := mistake(v, strings.Fields(test.typed)); got != test.want {
				t.Errorf("%s, %s> %s\ngot  %s\nwant %s", test.scenario, v.Prompt(), test.typed, got, test.want)
			}
		})
	}
	lookAt(t, lib, "heroes-and-relics", 0, func(v *View) {
		if _, ok, _ := v.Bare([]string{"t"}); ok { // it may be a command, cut short
			t.Error("t alone is an answer")
		}
	})
	lookAt(t, lib, "skirmish", 0, func(v *View) {
		lose := v.Verbs()[slices.IndexFunc(v.Verbs(), func(of view.Verb) bool { return of.Name == "lose" })]
		if n, err := v.Answer("d2", lose, nil); err != nil || v.Typed(n) != "lose d2" {
			t.Errorf("d2 lose: %d, %v", n, err)
		}
		_, err := v.Answer("d2", lose, []string{"d1"})
		if want := "lose is said by a player, not by a counter: write lose COUNTER"; err == nil || err.Error() != want {
			t.Errorf("d2 lose d1: %v, want %s", err, want)
		}
		v.Ask(engine.Question{Sides: 6, Side: engine.Luck})
		_, err = v.Answer("", lose, nil)
		if want := "a die is asked for, not lose: type what it shows, 1 to 6"; err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	})
}

// mistake is the error of what is typed, "" for none.
func mistake(v *View, words []string) string {
	_, ok, err := v.Bare(slices.Clone(words))
	if !ok {
		i := slices.IndexFunc(v.Verbs(), func(of view.Verb) bool { return of.Name == words[0] })
		if i < 0 {
			err = errors.New("no verb")
		} else {
			_, err = v.Answer("", v.Verbs()[i], words[1:])
		}
	}
	if err == nil {
		return ""
	}
	return err.Error()
}

// Every lesson of a scenario that teaches comes up.
func TestTopics(t *testing.T) {
	topics := map[string]bool{}
	everywhere(t, func(v *View, q engine.Question) {
		for _, topic := range v.Topics() {
			topics[topic] = true
		}
	})
	lib := testLibrary(t)
	lookAt(t, lib, "duel", 1000, func(v *View) {
		for _, topic := range v.Topics() {
			topics[topic] = true
		}
	})
	for _, s := range lib.Scenarios {
		for _, lesson := range s.Lessons {
			if !topics[lesson.On] {
				t.Errorf("%s: a lesson waits for %q, which never comes", s.ID, lesson.On)
			}
		}
	}
}

// The prompt makes capitals small: hexes with some are found all the same.
func TestCapitals(t *testing.T) {
	lib := testLibrary(t)
	s, _ := lib.Scenario("skirmish")
	setup := s.Setup.(kings.Setup)
	setup.Neighbors = []kings.Neighbor{{Name: "North", Owner: 0}, {Name: "East", Owner: 0}}
	s.Setup = setup
	found := false
	for n := range 12 {
		lookAt(t, lib, "skirmish", n, func(v *View) {
			if v.kind() == toLeave && !found {
				found = true
				if n, ok, err := v.Bare([]string{"north"}); n != 1 || !ok || err != nil {
					t.Errorf("north: %d, %t, %v", n, ok, err)
				}
			}
		})
	}
	if !found {
		t.Error("nobody was asked to retreat")
	}
}
