package kings_test

import (
	"path/filepath"
	"testing"

	"houserule/engine/enginetest"
	"houserule/engine/kings"
)

func TestK1(t *testing.T)       { transcripts(t, "K1.txt") }
func TestK2(t *testing.T)       { transcripts(t, "K2.txt") }
func TestK3(t *testing.T)       { transcripts(t, "K3.txt") }
func TestK4(t *testing.T)       { transcripts(t, "K4.txt") }
func TestK5(t *testing.T)       { transcripts(t, "K5.txt") }
func TestK6(t *testing.T)       { transcripts(t, "K6.txt") }
func TestExamples(t *testing.T) { transcripts(t, "examples.txt") }

// transcripts plays a file of them: [enginetest.Transcript] says how to read it.
func transcripts(t *testing.T, file string) {
	enginetest.Transcripts(t, filepath.Join("testdata", "rules", file), func(tr *enginetest.Transcript) (*enginetest.Fixture, error) {
		return stage(t, tr)
	})
}

// stage reads the head of a transcript, which is that of a journal:
// [kings.ReadSetup]. It may say, too, "rules: die=8 target_out=lost", keys of
// [kings.Rules].
func stage(t *testing.T, tr *enginetest.Transcript) (*enginetest.Fixture, error) {
	rules := kings.DefaultRules()
	if err := enginetest.SetKeys(&rules, tr.Header.Get("rules")); err != nil {
		return nil, err
	}
	g := newGame(t, rules)
	setup, err := kings.ReadSetup(tr.Header, g.Thing)
	if err != nil {
		return nil, err
	}
	b, err := kings.NewBattle(g, setup)
	return &enginetest.Fixture{Battle: b, Board: func() string { return board(b) }}, err
}
