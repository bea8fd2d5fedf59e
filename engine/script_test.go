package engine_test

import (
	"errors"
	"testing"

	"houserule/engine"
)

// Player 1 gathers 9 and holds, player 2 rolls a 1, player 1 rolls 3 to win.
func TestScript(t *testing.T) {
	script := &engine.Script{
		Dice:    []int{5, 4, 1, 3},
		Choices: []string{"roll", "roll", "hold", "roll", "roll", "hold"},
	}
	p := newPig(2, 12)
	if err := p.play(engine.NewTable(script, script, script)); err != nil {
		t.Fatal(err)
	}
	if err := script.Done(); err != nil {
		t.Error(err)
	}
	if p.winner() != 0 || p.scores[0] != 12 || p.scores[1] != 0 {
		t.Errorf("the scores are %d", p.scores)
	}
}

func TestScriptErrors(t *testing.T) {
	for _, test := range []struct {
		name    string
		dice    []int
		choices []string
		play    string // the table's error
		done    string
	}{
		{
			"no dice", nil, []string{"roll"},
			"turn 1, player 1: script: 0 dice were given, die 1 is asked for", "<nil>",
		}, {
			"missing die", []int{5}, []string{"roll", "roll"},
			"turn 1, player 1: script: 1 dice were given, die 2 is asked for", "<nil>",
		}, {
			"die too high", []int{5, 7}, []string{"roll", "roll"},
			"turn 1, player 1: script: die 2 is 7: must be from 1 to 6", "script: 1 of 2 dice are left over, from 7 on",
		}, {
			"die too low", []int{0}, []string{"roll"},
			"turn 1, player 1: script: die 1 is 0: must be from 1 to 6", "script: 1 of 1 dice are left over, from 0 on",
		}, {
			"missing choice", []int{1}, []string{"roll"},
			"turn 2, player 2: script: 1 choices were given, choice 2 is asked for", "<nil>",
		}, {
			"illegal choice", nil, []string{"hold"},
			"turn 1, player 1: script: choice 1 \"hold\": there is nothing to hold", "script: 1 of 1 choices are left over, from \"hold\" on",
		}, {
			"unknown choice", []int{3}, []string{"roll", "rol"},
			"turn 1, player 1: script: choice 2 \"rol\": unknown play \"rol\" (known: roll, hold)",
			"script: 1 of 2 choices are left over, from \"rol\" on",
		}, {
			"dice left over", []int{6, 5, 4}, []string{"roll", "hold"},
			"<nil>", "script: 2 of 3 dice are left over, from 5 on",
		}, {
			"choices left over", []int{6}, []string{"roll", "hold", "roll", "hold"},
			"<nil>", "script: 2 of 4 choices are left over, from \"roll\" on",
		}, {
			"both left over", []int{6, 5}, []string{"roll", "hold", "roll"},
			"<nil>", "script: 1 of 2 dice are left over, from 5 on",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			script := &engine.Script{Dice: test.dice, Choices: test.choices}
			err := newPig(2, 6).play(engine.NewTable(script, script, script))
			wantText(t, err, test.play)
			if err != nil && !errors.Is(err, engine.ErrScript) {
				t.Errorf("%q is not ErrScript", err)
			}
			err = script.Done()
			wantText(t, err, test.done)
			if err != nil && !errors.Is(err, engine.ErrScript) {
				t.Errorf("%q is not ErrScript", err)
			}
		})
	}
}

func TestParseLegal(t *testing.T) {
	for _, test := range []struct {
		choice engine.Choice
		text   string
		answer int
		err    string
	}{
		{bid(5), "bid 5", 5, "<nil>"},
		{bid(5), "bid 6", 0, "answer 6 is none of the options"},
		{bid(5), "five", 0, `"five" is no bid`},
		{(*dare)(&pig{pot: 1}), "hold", hold, "<nil>"},
		{(*dare)(&pig{}), "hold", 0, "there is nothing to hold"},
	} {
		n, err := engine.ParseLegal(test.choice, test.text)
		wantText(t, err, test.err)
		if n != test.answer {
			t.Errorf("%q is read as %d, want %d", test.text, n, test.answer)
		}
	}
}

func TestFind(t *testing.T) {
	ids := []string{"a:bolt", "fire", "b:bolt", "b:bolt", "c:ice", "c:fire"}
	for _, test := range []struct {
		id   string
		at   int
		want string
	}{
		{"fire", 1, ""},
		{"b:bolt", 2, ""},
		{"ice", 4, ""},
		{"bolt", 0, `spell "bolt" is ambiguous: write a:bolt or b:bolt`},
		{"olt", 0, `unknown spell "olt" (known: a:bolt, fire, b:bolt, b:bolt, c:ice, c:fire)`},
		{"", 0, `unknown spell "" (known: a:bolt, fire, b:bolt, b:bolt, c:ice, c:fire)`},
	} {
		at, err := engine.Find("spell", test.id, ids, func(id string) string { return id })
		if test.want != "" {
			wantText(t, err, test.want)
		} else if err != nil || at != test.at {
			t.Errorf("%q: %d, %v, want %d", test.id, at, err, test.at)
		}
	}
}

func TestUnknown(t *testing.T) {
	for _, test := range []struct {
		known []string
		want  string
	}{
		{nil, `unknown stack "x9"`},
		{[]string{"a1"}, `unknown stack "x9" (known: a1)`},
		{[]string{"1", "2", "3", "4", "5", "6", "7", "8"}, `unknown stack "x9" (known: 1, 2, 3, 4, 5, 6, 7, 8)`},
		{[]string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}, `unknown stack "x9"`},
	} {
		wantText(t, &engine.Unknown{What: "stack", Word: "x9", Known: test.known}, test.want)
	}
}
