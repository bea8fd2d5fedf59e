package sorcery_test

import (
	"path/filepath"
	"testing"

	"houserule/engine/enginetest"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

func TestS0(t *testing.T)       { transcripts(t, "S0.txt") }
func TestS1(t *testing.T)       { transcripts(t, "S1.txt") }
func TestS2(t *testing.T)       { transcripts(t, "S2.txt") }
func TestS3(t *testing.T)       { transcripts(t, "S3.txt") }
func TestS3Afield(t *testing.T) { transcripts(t, "S3-afield.txt") }
func TestS4(t *testing.T)       { transcripts(t, "S4.txt") }
func TestS5(t *testing.T)       { transcripts(t, "S5.txt") }
func TestS6(t *testing.T)       { transcripts(t, "S6.txt") }
func TestS7(t *testing.T)       { transcripts(t, "S7.txt") }
func TestExamples(t *testing.T) { transcripts(t, "examples.txt") }

// transcripts plays a file of them: [enginetest.Transcript] says how to read it.
func transcripts(t *testing.T, file string) {
	enginetest.Transcripts(t, filepath.Join("testdata", "rules", file), func(tr *enginetest.Transcript) (*enginetest.Fixture, error) {
		return stage(t, tr)
	})
}

// stage reads the head of a transcript of a game, to which changes may be made.
// The head is that of a journal: [fight.ReadSetup], or [sorcery.ReadCampaign]
// where it has sides. It may say, too, "rules:
// die=8 losses_round=up", keys of [sorcery.Rules].
func stage(t *testing.T, tr *enginetest.Transcript, changes ...func(*sorcery.Game)) (*enginetest.Fixture, error) {
	rules := sorcery.DefaultRules()
	if err := enginetest.SetKeys(&rules, tr.Header.Get("rules")); err != nil {
		return nil, err
	}
	g := newGame(t, rules)
	for _, change := range changes {
		change(g)
	}
	if sorcery.IsCampaign(tr.Header) {
		c, err := sorcery.ReadCampaign(tr.Header, g.Kind)
		if err != nil {
			return nil, err
		}
		b, err := sorcery.NewCampaign(g, c)
		return &enginetest.Fixture{Battle: b, Board: func() string { return muster(b) }, Explain: true}, err
	}
	setup, err := fight.ReadSetup(tr.Header, g.Kind)
	if err != nil {
		return nil, err
	}
	b, err := fight.NewBattle(g.Game, setup)
	return &enginetest.Fixture{Battle: b, Board: func() string { return board(b) }, Explain: true}, err
}
