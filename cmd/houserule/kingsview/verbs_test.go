package kingsview

import (
	"math"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/view"
	"houserule/cmd/houserule/viewtest"
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
				seats[side] = restless(players.NewRandom(engine.Side(side), seed), seed%2 == 1)
			}
			viewtest.Questions(t, v, engine.NewDice(seed), seats, math.MaxInt, func(q engine.Question) { look(v, q) })
		}
	}
}

// Every option can be typed as it is listed; the words behind its verb are
// offered one by one; and without the verb they mean the same, if there are
// any.
func TestOptionsAreTyped(t *testing.T) {
	kinds := map[*engine.Form]int{}
	everywhere(t, func(v *View, q engine.Question) {
		kinds[v.Form()]++
		typed := 0
		for n := range q.Choice.Each {
			typed++
			if words := viewtest.Option(t, v, n); len(words) > 1 {
				viewtest.Bare(t, v, words[1:], n)
			}
		}
		for _, verb := range v.Verbs() {
			if !view.Fits(v, verb) || verb.Usage() != "" {
				continue
			}
			if _, err := view.Answer(v, "", verb, nil); err != nil {
				t.Errorf("%s fits: %v", verb.Name, err)
			}
		}
		typed -= viewtest.Offered(t, v)
		if typed != 0 {
			t.Errorf("%s: %d options more than completion leads to", v.Asks(), typed)
		}
	})
	for _, of := range kings.Verbs() {
		for _, k := range of.To {
			if kinds[k] == 0 && k != kings.FormPick && k != kings.FormChange && k != kings.FormDriven {
				t.Errorf("nobody was asked to %s", k.Name)
			}
		}
	}
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
		now := hit{v.battle.Round(), v.battle.CombatStep(), loss.Side(), v.battle.HitsOn(loss.Side())}
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
		{"skirmish", 0, "lose", `lose takes COUNTER, as in lose d1`},
		{"skirmish", 0, "lose d9", `unknown counter "d9" (known: a1, a2, a3, d1, d2, d3)`},
		{"skirmish", 0, "d9", `unknown counter "d9" (known: a1, a2, a3, d1, d2, d3)`},
		{"skirmish", 0, "a1", "a1 (Green Knight) is no counter of yours (K3.1)"},
		{"skirmish", 0, "stay", "stay is not an answer to this question. The defender takes 1 hit in the ranged step. Who takes it: d1 (Buffalo Herd), d2 (Elves), d3 (Gypsies)?"},
		{"skirmish", 1000, "stay", "the battle is over: undo goes back, new starts another"},
		{"four-kings", 0, "attack d1", `unknown side "d1" (known: attacker, attacker2, attacker3, defender)`},
		{"four-kings", 0, "attack def", ""},
		{"four-kings", 0, "attack attacker", "a side cannot attack itself (K1.2)"},
		{"four-kings", 0, "attack att", `unknown side "att" (known: attacker, attacker2, attacker3, defender)`},
		{"heroes-and-relics", 0, "play tal", ""},
		{"heroes-and-relics", 0, "pass now", `unexpected "now" after "pass"`},
		{"crowded-retreat", 6, "retreat east", `unknown hex "east" (known: north, northeast, south, southwest)`},
		{"crowded-retreat", 6, "retreat south", "you do not control that hex (K4.2)"},
		{"crowded-retreat", 6, "retreat northeast", "enemy counters stand in that hex (K4.2)"},
		{"crowded-retreat", 6, "retreat", ""},
		{"heroes-and-relics", 0, "play golem", `unknown item of yours "golem" (known: talisman, sword, lucky-charm)`},
		{"heroes-and-relics", 0, "play sword", "it is laid on a counter that fights in the hex (K6)"},
		{"heroes-and-relics", 0, "play sword d1", "it is laid on a counter of your own (K6)"},
		{"heroes-and-relics", 0, "play lucky-charm", "it has no use in battle (K6)"},
		{"heroes-and-relics", 0, "play talisman a1", "it is laid on nobody (K6)"},
		{"heroes-and-relics", 0, "play", `play takes ITEM [COUNTER], as in play talisman`},
	} {
		lookAt(t, lib, test.scenario, test.choices, func(v *View) {
			if got := viewtest.Mistake(v, strings.Fields(test.typed)); got != test.want {
				t.Errorf("%s, %s> %s\ngot  %s\nwant %s", test.scenario, v.Prompt(), test.typed, got, test.want)
			}
		})
	}
	stopped := viewOf(t, lib, "skirmish", setupOf(t, lib, "skirmish"))
	stopped.Battle().Begin(engine.NewTable(engine.NewDice(1), players.Greedy{}, players.Greedy{}))
	if got, want := viewtest.Mistake(stopped, []string{"stay"}), "the battle has stopped: undo goes back, new starts another"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	lookAt(t, lib, "heroes-and-relics", 0, func(v *View) {
		if _, ok, _ := view.Bare(v, []string{"t"}); ok { // it may be a command, cut short
			t.Error("t alone is an answer")
		}
	})
	lookAt(t, lib, "skirmish", 0, func(v *View) {
		lose := v.Verbs()[slices.IndexFunc(v.Verbs(), func(of engine.Verb) bool { return of.Name == "lose" })]
		if n, err := view.Answer(v, "d2", lose, nil); err != nil || v.Typed(n) != "lose d2" {
			t.Errorf("d2 lose: %d, %v", n, err)
		}
		_, err := view.Answer(v, "d2", lose, []string{"d1"})
		if want := "lose is said by a player, not by d2: write lose COUNTER"; err == nil || err.Error() != want {
			t.Errorf("d2 lose d1: %v, want %s", err, want)
		}
		v.Ask(engine.Question{Sides: 6, Side: engine.Luck})
		_, err = view.Answer(v, "", lose, nil)
		if want := "the question is a die, not lose: type the number that it shows, 1 to 6"; err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	})
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
			if v.Form() == kings.FormRetreat && !found {
				found = true
				if n, ok, err := view.Bare(v, []string{"north"}); n != 1 || !ok || err != nil {
					t.Errorf("north: %d, %t, %v", n, ok, err)
				}
			}
		})
	}
	if !found {
		t.Error("nobody was asked to retreat")
	}
}
