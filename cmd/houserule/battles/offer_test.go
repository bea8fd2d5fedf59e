package battles

import (
	"errors"
	"io"
	"strings"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/session"
)

// A person who has not played before is offered a battle with lessons, of every game that has
// one.
func TestOffer(t *testing.T) {
	for _, test := range []struct {
		typed string
		taken bool
		err   error
	}{{"\n", true, nil}, {"Yes\n", true, nil}, {"what?\ny\n", true, nil}, {"no\n", false, nil}, {"N\n", false, nil}, {"", false, io.EOF}, {"perhaps\n", false, io.EOF}} {
		of := gameOf(t, "heroes")
		var out strings.Builder
		taken, err := offer(repl.NewPerson(strings.NewReader(test.typed), &out), &out, teaching(of))
		if taken != test.taken || !errors.Is(err, test.err) {
			t.Errorf("%q: taken is %t (%v), want %t (%v)", test.typed, taken, err, test.taken, test.err)
		}
		text := "You have not played here before. Begin with First blood, a battle that is explained as you play?\n" + strings.Repeat("yes or no> ", strings.Count(test.typed, "\n")+strings.Count(test.typed, "perhaps"))
		if test.typed != "" && out.String() != text {
			t.Errorf("%q: it says\n%s\nwant\n%s", test.typed, &out, text)
		}
	}
	for game, want := range map[string]string{"heroes": "tutorial", "kings": "first-battle", "sorcery": "first-muster", "risk": "first-throws", "liars-dice": "first-bids"} {
		id := ""
		if s := teaching(gameOf(t, game)); s != nil {
			id = s.ID
		}
		if id != want {
			t.Errorf("%s teaches with %q, want %q", game, id, want)
		}
	}
}

// gameOf loads a game.
func gameOf(t *testing.T, name string) session.Game {
	t.Helper()
	mods := bundled.Resolver()
	mods.Game = name
	lib, err := mods.Load(games.Hint{})
	if err != nil {
		t.Fatal(err)
	}
	return session.Game{Frontend: mods.View(lib), Library: lib}
}
