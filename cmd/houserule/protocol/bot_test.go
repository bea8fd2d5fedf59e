package protocol_test

import (
	"os"
	"path/filepath"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/gamestest"
	"houserule/cmd/houserule/protocol"
	"houserule/cmd/houserule/runner"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/players"
)

// BenchmarkPrograms plays the reference battle with a program on both sides, and reports how
// many decisions the program makes in a second.
func BenchmarkPrograms(b *testing.B) {
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	bot := filepath.Join(b.TempDir(), "testbot")
	if err := os.Symlink(self, bot); err != nil {
		b.Skip(err)
	}
	p, err := protocol.NewProgram(players.Program+bot, "test")
	if err != nil {
		b.Fatal(err)
	}
	lib, err := gamestest.Load()
	if err != nil {
		b.Fatal(err)
	}
	lib.Players = append(lib.Players, p)
	s, err := lib.Scenario("reference")
	if err != nil {
		b.Fatal(err)
	}
	m, err := runner.NewMatch(bundled.Resolver().View(lib), lib, library.Match{Setup: s.Setup, Dice: library.Seeded, Players: []string{p.Name, p.Name}}, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer m.Leave()
	var counted decisions
	m.Table.Record(&counted)
	seed := uint64(0)
	for b.Loop() {
		m.Reseed(seed)
		if err := engine.Play(m.Battle, m.Table); err != nil {
			b.Fatal(err)
		}
		seed++
	}
	b.ReportMetric(float64(counted)/b.Elapsed().Seconds(), "decisions/s")
}

// decisions counts the choices that it records.
type decisions int

func (d *decisions) Record(e engine.Entry) error {
	if !e.Side.IsLuck() {
		*d++
	}
	return nil
}
