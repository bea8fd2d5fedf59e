package best_test

import (
	"context"
	"os"
	"testing"
	"time"

	"houserule/engine/best"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/kingsdata"
)

func TestProbe(t *testing.T) {
	name := os.Getenv("PROBE")
	f, base := heroesdata.Format(), []string{"creatures.toml", "mods/heroes"}
	if os.Getenv("KINGS") != "" {
		f, base = kingsdata.Format(), []string{"mods/kings"}
	}
	lib, err := library.Load(f, os.DirFS("../.."), base...)
	if err != nil {
		t.Fatal(err)
	}
	s, err := lib.Scenario(name)
	if err != nil {
		t.Fatal(err)
	}
	b, err := lib.Game.NewBattle(s.Setup)
	if err != nil {
		t.Fatal(err)
	}
	g, err := best.New(b)
	if err != nil {
		t.Fatal(err)
	}
	g.States = 3_000_000
	at := time.Now()
	g.Progress = func(n int, gap float64) {
		if time.Since(at) > time.Second*5 {
			at = time.Now()
			t.Log(n, gap)
		}
	}
	ctx, stop := context.WithTimeout(context.Background(), 60*time.Second)
	defer stop()
	begin := time.Now()
	err = g.Solve(ctx)
	t.Log(err, g.Known(), time.Since(begin))
	if g.Known() > 0 {
		t.Logf("%.15f", g.Start())
	}
}
