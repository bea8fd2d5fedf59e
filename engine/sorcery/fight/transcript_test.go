package fight_test

import (
	"path/filepath"
	"testing"

	"houserule/engine/enginetest"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/fight/fighttest"
)

func TestS3(t *testing.T)       { transcripts(t, "S3.txt") }
func TestS5(t *testing.T)       { transcripts(t, "S5.txt") }
func TestS7(t *testing.T)       { transcripts(t, "S7.txt") }
func TestExamples(t *testing.T) { transcripts(t, "examples.txt") }

// transcripts plays a file of them: [enginetest.Transcript] says how to read it.
func transcripts(t *testing.T, file string) {
	enginetest.Transcripts(t, filepath.Join("testdata", "rules", file), func(tr *enginetest.Transcript) (*enginetest.Fixture, error) {
		return stage(t, tr)
	})
}

// stage reads the head of a transcript of a fight, to whose game changes may be made. The head
// is that of a journal: [fight.ReadSetup]. It may say, too, "rules: die=8 losses_round=up", keys
// of [fight.Rules].
func stage(t *testing.T, tr *enginetest.Transcript, changes ...func(*fight.Game)) (*enginetest.Fixture, error) {
	rules := fight.DefaultRules()
	if err := enginetest.SetKeys(&rules, tr.Header.Get("rules")); err != nil {
		return nil, err
	}
	g := newGame(t, rules)
	for _, change := range changes {
		change(g)
	}
	setup, err := fight.ReadSetup(tr.Header, g.Kind)
	if err != nil {
		return nil, err
	}
	b, err := fight.NewBattle(g, setup)
	return &enginetest.Fixture{Battle: b, Board: func() string { return fighttest.Board(b) }, Explain: true}, err
}
