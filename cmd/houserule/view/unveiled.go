package view

import (
	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/library"
)

// Unveiled returns the log of a battle that is over and in which the seats saw different
// things, and hides nothing in it. It plays the battle again.
func Unveiled(system Frontend, lib *library.Library, m library.Match, entries []engine.Entry) ([]screen.Line, error) {
	b, err := lib.Game.NewBattle(m.Setup)
	if err != nil {
		return nil, err
	}
	v := system.New(lib, m, b)
	if v.Veil != nil {
		v.Veil.Unveil(true)
	}
	var log screen.Chronicle
	v.Tell(&log)
	table := (&engine.Replay{Entries: entries}).Table(len(v.Seats()))
	table.Explain(true)
	table.Listen(&log)
	err = engine.Play(b, table)
	return log.Lines, err
}
