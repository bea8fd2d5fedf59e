package battles

import (
	"io"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/saves"
	"houserule/engine"
)

// A battle that a server has open is not dropped.
func TestServeDropsNoOpenBattle(t *testing.T) {
	places := saves.Places{State: t.TempDir(), Data: t.TempDir(), Keys: []string{"KEY"}}
	kept, err := places.Create("skirmish", engine.Header{Seats: []string{"attacker", "defender"}})
	if err != nil {
		t.Fatal(err)
	}
	err = dropServed(io.Discard, places, kept.Name())
	if want := "battle skirmish.1 is being played elsewhere: stop that program first"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if err := kept.Close(); err != nil {
		t.Fatal(err)
	}
	if err := dropServed(io.Discard, places, kept.Name()); err != nil || len(places.Served()) > 0 {
		t.Errorf("%v is served, %v", places.Served(), err)
	}
}

// A scenario that teaches has the same dice in a browser as at the prompt, unless two
// people play: one of them could look them up.
func TestServeSeed(t *testing.T) {
	for _, test := range []struct {
		scenario, seats string
		taught          bool
	}{
		{"tutorial", "human,greedy", true},
		{"tutorial", "human,human", false},
		{"golem-wall", "human,greedy", false},
	} {
		t.Run(test.scenario+" "+test.seats, func(t *testing.T) {
			places := saves.Places{State: t.TempDir(), Data: t.TempDir()}
			o := serveOptions{battles: 1}
			o.Mods, o.seats, o.command = bundled.Resolver(), test.seats, "serve"
			all, err := o.load(places, test.scenario)
			if err != nil {
				t.Fatal(err)
			}
			if seed := all[0].Match.Seed; seed == 6 != test.taught {
				t.Errorf("the seed is %d", seed)
			}
		})
	}
}
