package sorcery_test

import (
	"path/filepath"
	"testing"

	"houserule/engine/enginetest"
	"houserule/engine/sorcery"
)

func TestS0(t *testing.T)       { transcripts(t, "S0.txt") }
func TestS1(t *testing.T)       { transcripts(t, "S1.txt") }
func TestS2(t *testing.T)       { transcripts(t, "S2.txt") }
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

// stage reads the head of a transcript of a war: that of a journal ([sorcery.ReadCampaign]). It
// may say, too, "rules: assault_enters=2", keys of [sorcery.Rules].
func stage(t *testing.T, tr *enginetest.Transcript) (*enginetest.Fixture, error) {
	rules := sorcery.DefaultRules()
	if err := enginetest.SetKeys(&rules, tr.Header.Get("rules")); err != nil {
		return nil, err
	}
	g := newGame(t, rules)
	c, err := sorcery.ReadCampaign(tr.Header, g.Kind)
	if err != nil {
		return nil, err
	}
	b, err := sorcery.NewCampaign(g, c)
	return &enginetest.Fixture{Battle: b, Board: func() string { return muster(b) }, Explain: true}, err
}

// Each paragraph has a transcript, and each key of the rules one in which it
// is not as usual.
func TestTranscriptsShowEveryRule(t *testing.T) {
	enginetest.Demand[sorcery.Rules](t, "testdata/rules/*.txt fight/testdata/rules/*.txt", "S0 S1 S2 S3.1 S3.2 S3.3 S3.4 S3.5 S3.7 S4 S5 S7 E1 E2 E3 E4 E5 E6 E7 E8 E9 E10 S6")
}
