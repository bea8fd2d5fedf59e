package sorceryview

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/view"
	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/players"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/forecast"
)

// everywhere looks at every question of the scenarios, up to so many of each,
// played by who tries everything.
func everywhere(t *testing.T, most int, look func(v *View, q engine.Question)) {
	t.Helper()
	lib := testLibrary(t)
	setups := map[string]engine.Setup{"": campaignOf(t, lib, "meeting")} // of characters without an army
	for _, s := range lib.Scenarios {
		setups[s.ID] = s.Setup
	}
	for _, id := range slices.Sorted(maps.Keys(setups)) {
		for seed := range uint64(3) {
			gameOf(lib).Rules.AdderLends = seed%2 == 0 // else who adds has to be asked
			v := viewOf(t, lib, id, setups[id])
			seats := make([]engine.Oracle, v.battle.Seats())
			for side := range seats {
				seats[side] = restless(players.NewRandom(engine.Side(side), seed), seed%2 == 1)
			}
			viewtest.Questions(t, v, engine.NewDice(seed), seats, most, func(q engine.Question) { look(v, q) })
		}
	}
}

// Every option can be typed as it is listed; the words behind its verb are
// offered one by one; and without the verb they mean the same, if there are
// any.
func TestOptionsAreTyped(t *testing.T) {
	kinds := map[*engine.Form]int{}
	everywhere(t, 150, func(v *View, q engine.Question) {
		if kinds[v.Form()]++; kinds[v.Form()] > 60 {
			return
		}
		typed := 0
		for n := range q.Choice.Each {
			typed++
			words := viewtest.Option(t, v, n)
			order := v.Form() == sorcery.FormOrder && words[0] != "march" && words[0] != "react"
			if len(words) > 1 && !order {
				viewtest.Bare(t, v, words[1:], n)
			}
		}
		typed -= viewtest.Offered(t, v)
		if typed != 0 {
			t.Errorf("%s: %d options more than completion leads to", v.Asks(), typed)
		}
	})
	for _, of := range sorcery.Verbs() {
		for _, k := range of.To {
			if kinds[k] == 0 && k != fight.FormPick && k != sorcery.FormBesiege && k != sorcery.FormEnter && k != sorcery.FormRally {
				t.Errorf("nobody was asked to %s", k.Name)
			}
		}
	}
}

// Whatever is asked, there is a prompt, a sentence, options with notes, and a
// board; and the verbs that fit are of use. Questions of a form are alike: 60 of each are asked,
// and all where HOUSERULE_LONG is set.
func TestEveryQuestionIsAsked(t *testing.T) {
	kinds := map[*engine.Form]int{}
	everywhere(t, 80, func(v *View, q engine.Question) {
		if kinds[v.Form()]++; kinds[v.Form()] > 60 && !enginetest.Long {
			return
		}
		if !strings.HasPrefix(v.Prompt(), v.Who()+" ") || v.Asks() == "" || strings.Contains(v.Asks(), "%!") {
			t.Errorf("%q %q", v.Prompt(), v.Asks())
		}
		if view.Draw(v, view.Size{Columns: 80}) == "" {
			t.Error("no board")
		}
		if !slices.ContainsFunc(v.Verbs(), func(of engine.Verb) bool { return view.Fits(v, of) }) {
			t.Errorf("no verb answers %s", v.Asks())
		}
		for n := range q.Choice.Each {
			if text := v.note(n) + v.worth(n); strings.Contains(text, "%!") {
				t.Errorf("%s: %s", v.Typed(n), text)
			}
		}
	})
}

// The board is drawn when a side is asked for the first unit of several, and
// not for every further one; nor in the middle of morale checks.
func TestSettled(t *testing.T) {
	var before asked
	var of *View
	everywhere(t, 80, func(v *View, q engine.Question) {
		if v != of {
			of, before = v, asked{}
		}
		now := asked{v.battle.Round(), v.battle.FightRound(), v.Form(), q.Side}
		if want := now != before && v.Form() != fight.FormLend; v.Settled() != want {
			t.Errorf("%s: a board is drawn: %t", v.Asks(), v.Settled())
		}
		before = now
	})
}

// What is typed wrongly is answered with what is wrong, and what would be
// right.
func TestMistakes(t *testing.T) {
	lib := testLibrary(t)
	for _, test := range []struct {
		form  *engine.Form
		typed string
		want  string
	}{
		{fight.FormLead, "lead", `lead takes CHARACTER, as in lead d1`},
		{fight.FormLead, "lead d9", "only a character leads (S3.2)"},
		{fight.FormLead, "d9", "only a character leads (S3.2)"},
		{fight.FormLead, "lead a1", "a1 (Sir Oswin) is no unit of yours (S0)"},
		{fight.FormLead, "none", "one of the characters must lead (S3.2)"},
		{fight.FormLead, "lead all", `unknown unit "all"`},
		{fight.FormLead, "charge a2", "charge is not an answer to this question. Which character leads the die of the defender: d1 (Nib the Third), d2 (Gash Bonechewer)?"},
		{fight.FormCharge, "charge a10", "only cavalry charges (S3.2)"},
		{fight.FormCharge, "charge a99", `unknown unit "a99"`},
		{fight.FormCharge, "charge al", ""},
		{fight.FormCharge, "done now", `unexpected "now" after "done"`},
		{fight.FormPlace, "place a1", "it does not stand in the hex (S3.2)"},
		{fight.FormWithdraw, "yield", "yield is not an answer to this question. Does the attacker stay, or withdraw after the next round?"},
	} {
		v := viewOf(t, lib, "long-meadow", setupOf(t, lib, "long-meadow"))
		if test.form == fight.FormWithdraw {
			v = viewOf(t, lib, "rear-guard", setupOf(t, lib, "rear-guard"))
		}
		until(t, v, test.form, func(v *View) {
			got := viewtest.Mistake(v, strings.Fields(test.typed))
			if got, _, _ = strings.Cut(got, ": did you mean"); got != test.want {
				t.Errorf("%s> %s\ngot  %s\nwant %s", v.Prompt(), test.typed, got, test.want)
			}
		})
	}
	lookAt(t, lib, "inside-the-walls", 1000, func(v *View) {
		if got, want := viewtest.Mistake(v, []string{"stay"}), "the battle is over: undo goes back, new starts another"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
	until(t, viewOf(t, lib, "long-meadow", setupOf(t, lib, "long-meadow")), fight.FormCharge, func(v *View) {
		charge := v.Verbs()[slices.IndexFunc(v.Verbs(), func(of engine.Verb) bool { return of.Name == "charge" })]
		if n, err := view.Answer(v, "a2", charge, nil); err != nil || v.Typed(n) != "charge a2" {
			t.Errorf("a2 charge: %d, %v", n, err)
		}
		_, err := view.Answer(v, "a2", charge, []string{"a3"})
		if want := "charge is said by a player, not by a2: write charge UNIT|all"; err == nil || err.Error() != want {
			t.Errorf("a2 charge a3: %v, want %s", err, want)
		}
		v.Ask(engine.Question{Sides: 6, Side: engine.Luck})
		_, err = view.Answer(v, "", charge, nil)
		if want := "the question is a die, not charge: type the number that it shows, 1 to 6"; err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	})
}

// No two verbs or shorts are the same, nor are they the shorts of lists.
func TestVerbsAreDifferent(t *testing.T) {
	seen := map[string]string{}
	put := func(word, of string) {
		if other, twice := seen[word]; twice {
			t.Errorf("%q is %s and %s", word, other, of)
		}
		seen[word] = of
	}
	for _, v := range sorcery.Verbs() {
		put(v.Name, v.Name)
		put(v.Short, v.Name)
		if v.Example == "" || v.Text == "" {
			t.Errorf("%s has no example, or no text", v.Name)
		}
	}
	for _, k := range (Frontend{}).Kinds() {
		put(k.Name, k.Name)
		put(k.Short, k.Name)
	}
	for _, word := range strings.Fields("board b show sh log l why w rule ru options o odds od hint hi undo u redo re save sv load lo replay rp new ne seats se seed sd help h quit q mods mo reload rl watch wa lua lu forth back take ta scenario sc") {
		put(word, "command "+word)
	}
}

// Every lesson of a scenario that teaches comes up.
func TestTopics(t *testing.T) {
	topics := map[string]bool{}
	everywhere(t, 400, func(v *View, q engine.Question) {
		for _, topic := range v.Topics() {
			topics[topic] = true
		}
	})
	lib := testLibrary(t)
	lookAt(t, lib, "inside-the-walls", 1000, func(v *View) {
		for _, topic := range v.Topics() {
			topics[topic] = true
		}
	})
	taught := 0
	for _, s := range lib.Scenarios {
		for _, lesson := range s.Lessons {
			if taught++; !topics[lesson.On] {
				t.Errorf("%s: a lesson waits for %q, which never comes", s.ID, lesson.On)
			}
		}
	}
	if taught == 0 {
		t.Error("no scenario teaches")
	}
}

// Capitals are made small by the prompt: hexes with some are found all the
// same.
func TestCapitals(t *testing.T) {
	lib := testLibrary(t)
	v := viewOf(t, lib, "", fight.Setup{
		Armies:    [fight.Seats]fight.Army{parsed(t, lib, "2 spearmen"), parsed(t, lib, "2 orc-spears")},
		Neighbors: []fight.Neighbor{{Name: "North", Owner: -1}, {Name: "East", Owner: -1}},
	})
	found := false
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		v.Ask(q)
		switch v.Form() {
		case fight.FormWithdraw:
			return fight.Yes, nil
		case fight.FormLeave:
			found = true
			if n, ok, err := view.Bare(v, []string{"east"}); n != 1 || !ok || err != nil {
				t.Errorf("east: %d, %t, %v", n, ok, err)
			}
		}
		return q.First(), nil
	})
	for seed := range uint64(20) {
		engine.Play(v.Battle(), engine.NewTable(engine.NewDice(seed), player, player))
	}
	if !found {
		t.Error("nobody was asked where to")
	}
}

// What a script asks in the middle of something is asked in its words, and is
// not tried out.
func TestScriptsAsk(t *testing.T) {
	lib := testLibrary(t)
	gameOf(lib).Hooks.RoundStart.Add(func(b *fight.Battle, _, none engine.None) engine.None {
		b.PickFrom(fight.Defender, "Who looks away?", slices.Collect(func(yield func(*fight.Unit) bool) {
			for u := range b.Reading().Line(fight.Defender) {
				if !yield(u) {
					return
				}
			}
		}))
		return none
	})
	until(t, battleOf(t, lib, "2 spearmen", "2 orc-spears, black-orcs", "clear"), fight.FormPick, func(v *View) {
		if got, want := v.Asks(), "Who looks away: d1-2 (Orc Spears), d3 (Black Orcs)?"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if n, ok, err := view.Bare(v, []string{"d3"}); !ok || err != nil || v.Typed(n) != "pick d3" {
			t.Errorf("d3: %d, %t, %v", n, ok, err)
		}
		for words, want := range map[string]string{"": view.ErrUntried.Error(), theRound: forecast.ErrNotTried.Error()} {
			if _, err := v.Odds(context.Background(), strings.Fields(words)); err == nil || err.Error() != want {
				t.Errorf("odds %s: %v", words, err)
			}
		}
		if got, want := viewtest.Command(v, []string{"hint"}), "The computer (greedy) would answer: pick d3 (Black Orcs, strength 5, loss 5, morale 2)."; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if len(v.Options()) != 3 {
			t.Errorf("options are %v", v.Options())
		}
	})
}

// A check that is not asked for fails, whatever is lent to it and its die shows.
func TestIdleLending(t *testing.T) {
	lib := testLibrary(t)
	idle, asked, failed, lowered := 0, 0, 0, map[*fight.Race]bool{}
	for _, id := range []string{"long-meadow", "first-muster", "red-ford"} {
		s, err := lib.Scenario(id)
		if err != nil {
			t.Fatal(err)
		}
		v, vain, random := viewOf(t, lib, id, s.Setup), false, players.NewRandom(0, 1)
		player := engine.OracleFunc(func(q engine.Question) (int, error) {
			for i := range v.battle.Units() { // who are easily afraid
				if race := v.battle.Unit(i).Kind().Of(); !lowered[race] {
					lowered[race] = true
					race.Morale -= 3
				}
			}
			v.Ask(q)
			defer v.Ask(engine.Question{})
			c, ok := q.Choice.(*fight.Lending)
			if !ok {
				return random.Answer(q)
			}
			asked++
			answer, why, itself := v.Idle()
			if !itself {
				return random.Answer(q)
			}
			if idle++; answer != 0 || !strings.HasPrefix(why, "Nothing is lent to ") {
				t.Errorf("%d, %q", answer, why)
			}
			vain = true
			for n := range c.Each {
				answer = n
			}
			return answer, nil // the most
		})
		dice := engine.NewDice(1)
		table := engine.NewTable(engine.OracleFunc(func(q engine.Question) (int, error) {
			if vain {
				return 1, nil
			}
			return dice.Answer(q)
		}), player, player)
		table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
			if e.What == fight.Checked && vain {
				vain, failed = false, failed+1
				if v.battle.Last().Pass {
					t.Errorf("%s: %s passes", id, v.label(v.battle.Last().Unit))
				}
			}
		}))
		if err := engine.Play(v.Battle(), table); err != nil {
			t.Fatal(err)
		}
	}
	if idle == 0 || asked == idle || failed != idle {
		t.Errorf("of %d checks %d were answered, %d failed", asked, idle, failed)
	}
}
