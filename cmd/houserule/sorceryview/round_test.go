package sorceryview

import (
	"strings"
	"testing"

	"houserule/cmd/houserule/viewtest"
	"houserule/engine/sorcery"
)

// To ask for odds changes nothing, and an answer that is no answer is refused.
func TestOddsOfRounds(t *testing.T) {
	lib := testLibrary(t)
	until(t, viewOf(t, lib, "long-meadow", setupOf(t, lib, "long-meadow")), sorcery.FormCharge, func(v *View) {
		before := string(v.battle.AppendKey(nil))
		for typed, want := range map[string]string{
			"odds round charge a10": "error: only cavalry charges (S3.2)",
			"odds round a10":        "error: only cavalry charges (S3.2)",
			"odds round lend 1":     "error: lend answers nothing now. ",
			"odds round twice":      `error: "twice" answers nothing: odds round takes an answer to what is asked, or nothing`,
			"odds a99":              `error: unknown unit "a99"`,
			"odds melee":            `error: unknown unit or word "melee"`,
			"odds a2 a3":            `error: "a3" is too much: odds takes round, or a unit`,
			"odds a1":               "error: a1 (Sir Oswin) does not fight itself as long as both sides have an army (S7)",
			"odds round done":       "Round 1, which goes on with done, and is answered by greedy for both sides:",
			"odds round a2":         "Round 1, which goes on with charge a2, and is answered by greedy for both sides:",
			"odds a2":               "a2 (Heavy Horse) in round 1, when greedy answers for both sides: eliminated ",
		} {
			if got := viewtest.Command(v, strings.Fields(typed)); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %s, want %s", typed, got, want)
			}
		}
		if string(v.battle.AppendKey(nil)) != before {
			t.Error("the battle has changed")
		}
		for _, word := range v.OddsWords([]string{theRound}) {
			if word != "charge" && word != "done" {
				t.Errorf("%s is offered", word)
			}
		}
	})
}
