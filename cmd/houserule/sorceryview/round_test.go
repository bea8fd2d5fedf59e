package sorceryview

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/sorcery/fight"
)

// To ask for odds changes nothing, and an answer that is no answer is refused.
func TestOddsOfRounds(t *testing.T) {
	lib := testLibrary(t)
	until(t, viewOf(t, lib, "long-meadow", setupOf(t, lib, "long-meadow")), fight.FormCharge, func(v *View) {
		before := string(v.battle.AppendKey(nil))
		for typed, want := range map[string]string{
			"odds round charge a10": "error: only cavalry charges (S3.2)",
			"odds round a10":        "error: only cavalry charges (S3.2)",
			"odds round lend 1":     "error: lend is not an answer to this question. ",
			"odds round twice":      `error: "twice" is not an answer: odds round takes an answer to the question, or nothing`,
			"odds a99":              `error: unknown unit "a99"`,
			"odds melee":            `error: unknown unit or word "melee"`,
			"odds a2 a3":            `error: "a3" is too much: odds takes round, or a unit`,
			"odds a1":               "error: a1 (Sir Oswin) does not fight itself as long as both sides have an army (S7)",
			"odds round done":       "Round 1, which continues with done, and is answered by greedy for both sides:",
			"odds round a2":         "Round 1, which continues with charge a2, and is answered by greedy for both sides:",
			"odds a2":               "a2 (Heavy Horse) in round 1, if greedy answers for both sides: eliminated ",
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

// The odds of a round bound what scripts remember in its positions.
func TestRoundsAreBoundedInBytes(t *testing.T) {
	lib := testLibrary(t)
	gameOf(lib).Hooks.Rolled.Add(func(b *fight.Battle, _ fight.Roll, die int) int {
		n := b.Table.Roll(1000, 0)
		for i := range 40 {
			b.Memory().Set(0, "hoard", fmt.Sprint(i), engine.Datum{Kind: engine.Text, Text: strings.Repeat("x", 1000) + fmt.Sprint(n)})
		}
		return die
	})
	until(t, battleOf(t, lib, "captain-hob, sir-oswin, 3 spearmen", "2 orc-spears", "clear"), fight.FormLead, func(v *View) {
		const want = "the positions of the round, with what scripts remember there, take more than 64 MB. That is too much for the prompt: houserule sim plays a sample"
		if _, err := v.roundOdds(context.Background(), unanswered); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	})
}
