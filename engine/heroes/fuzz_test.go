package heroes_test

import (
	"testing"

	"houserule/engine"
)

// fuzzedActs are choices of every kind.
func fuzzedActs(t testing.TB, look func(engine.Choice)) {
	lib, err := recruits()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"aggressor: 1 priest + 1 magi, 2 orc | 1 archer\ndefender: | 2 gargoyle, 1 hydra\nwalls: intact\n\n",
		"aggressor: 1 orc, 1 orc\ndefender: 1 orc\n\n",
		"aggressor: | 1 orc, 1 orc, 1 orc, 1 orc\ndefender: 1 orc\n\n",
		"aggressor: 1 bandit\ndefender: 2 orc\n\n> a1 attack d1 [1]\n",
		"aggressor: 1 bandit; hand 3\ndefender: 2 orc\n\n> a1 pass\n> d1 pass\n",
		"aggressor: 1 bandit, 3 orc\ndefender: 2 orc\nsetup: free\n\n> place 1 orc melee\n",
	} {
		tr, err := parseTranscript(text, lib)
		if err != nil {
			t.Fatal(err)
		}
		tr.then = look
		if told, err := tr.play(); err != nil {
			t.Fatalf("%v, after\n%s", err, told)
		}
	}
}

// Whatever is typed as an answer, and whatever number is given as one, is an
// option or refused.
func FuzzActParse(f *testing.F) {
	fuzzedActs(f, func(c engine.Choice) {
		for answer := range c.Each {
			f.Add(c.Name(answer), answer)
		}
	})
	for _, text := range []string{"", " ", "a1", "a1 attack", "attack d1 swat", "attack d1 swat 2 3", "cast", "cast magic-fist", "swat 9", "offer x", "place 9 orc melee under", "\xff\x00"} {
		f.Add(text, -1)
	}
	f.Fuzz(func(t *testing.T, text string, answer int) {
		fuzzedActs(t, func(c engine.Choice) {
			n, err := c.Parse(text)
			if err == nil && c.Legal(n) {
				if again, err := c.Parse(c.Name(n)); err != nil || again != n {
					t.Errorf("%q is %#x, written %q, read as %#x, %v", text, n, c.Name(n), again, err)
				}
			}
			if c.Legal(answer) != (c.(engine.Refuser).Refuse(answer) == nil) {
				t.Errorf("%#x: legal %v, refused with %v", answer, c.Legal(answer), c.(engine.Refuser).Refuse(answer))
			}
		})
	})
}
