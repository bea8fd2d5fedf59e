package heroes_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/heroes"
	"houserule/engine/heroes/strategy"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
)

// roster is the game of the shipped data.
var roster = sync.OnceValues(func() (*library.Library, error) {
	return library.Load(heroesdata.Format(), os.DirFS("../.."), "creatures.toml", "mods/heroes")
})

func shipped(t testing.TB) *library.Library {
	t.Helper()
	lib, err := roster()
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// recruits is the game of the creatures that were made for these tests, so
// that to balance the roster does not change what they show.
var recruits = sync.OnceValues(func() (*library.Library, error) {
	return library.Load(heroesdata.Format(), os.DirFS("testdata"), "recruits.toml")
})

// A transcript is one whose game may still be changed. Its head says the
// armies, and, where they are not the usual, walls: (a state), rules: (keys of
// [rules], as in "die=6 swat_limit=1"), limit: (of rounds), setup: free,
// explain: on (print the terms of scores). Behind an army may stand "; town 6;
// hand 3; deck 9; guard". The beginnings of rounds and phases are left out
// unless the text names one.
type transcript struct {
	*enginetest.Transcript
	game    *heroes.Game
	setup   heroes.Setup
	explain bool
	phases  bool                // rounds and phases are told
	then    func(engine.Choice) // looks at the choice at which the script ends
}

// transcripts plays a file of them: [enginetest.Transcript] says how to read it.
func transcripts(t *testing.T, file string, lib *library.Library) {
	enginetest.Transcripts(t, filepath.Join("testdata", file), func(script *enginetest.Transcript) (*enginetest.Fixture, error) {
		tr, err := readHead(script, lib)
		if err != nil {
			return nil, err
		}
		return tr.stage()
	})
}

func parseTranscript(text string, lib *library.Library) (*transcript, error) {
	script, err := enginetest.ParseTranscript(text)
	if err != nil {
		return nil, err
	}
	return readHead(script, lib)
}

func readHead(script *enginetest.Transcript, lib *library.Library) (*transcript, error) {
	tr := &transcript{Transcript: script}
	rules := heroes.DefaultRules()
	for i := range tr.setup.Sides {
		tr.setup.Sides[i].Town = heroes.NoTownNear
	}
	for _, f := range script.Header.Fields {
		if err := tr.read(f, &rules, lib); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", f.Key, f.Value, err)
		}
	}
	tr.game = heroes.NewGame(rules, heroesdata.Game(lib).Creatures, heroesdata.Game(lib).Spells, strategy.New)
	tr.phases = slices.ContainsFunc(script.Lines, func(line string) bool {
		return strings.HasPrefix(line, "Round ") || strings.HasPrefix(line, "Phase ")
	})
	return tr, nil
}

// read reads a line of the head.
func (tr *transcript) read(f engine.Field, rules *heroes.Rules, lib *library.Library) (err error) {
	switch f.Key {
	case "aggressor":
		return parseSide(f.Value, lib, &tr.setup.Sides[heroes.Aggressor])
	case "defender":
		return parseSide(f.Value, lib, &tr.setup.Sides[heroes.Defender])
	case "walls":
		tr.setup.Walls, err = heroes.ParseWalls(f.Value)
	case "rules":
		err = enginetest.SetKeys(rules, f.Value)
	case "limit":
		tr.setup.RoundLimit, err = strconv.Atoi(f.Value)
	case "setup":
		if tr.setup.Free = f.Value == "free"; !tr.setup.Free {
			err = fmt.Errorf("it is free, or left out")
		}
	case "explain":
		if tr.explain = f.Value == "on"; !tr.explain {
			err = fmt.Errorf("it is on, or left out")
		}
	default:
		err = fmt.Errorf("what does it say?")
	}
	return err
}

func parseSide(text string, lib *library.Library, side *heroes.SideSetup) error {
	parts := strings.Split(text, "; ")
	var err error
	if side.Army, err = heroesdata.ParseArmy(lib, parts[0]); err != nil {
		return err
	}
	for _, part := range parts[1:] {
		word, number, _ := strings.Cut(part, " ")
		n, err := strconv.Atoi(number)
		switch {
		case part == "guard":
			side.Guard = true
			continue
		case err != nil:
			return err
		}
		switch word {
		case "town":
			side.Town = n
		case "hand":
			side.Hand = n
		case "deck":
			side.Deck = n
		default:
			return fmt.Errorf("what is %q?", part)
		}
	}
	return nil
}

// play plays the battle and returns its transcript.
func (tr *transcript) play() (string, error) {
	stage, err := tr.stage()
	if err != nil {
		return "", err
	}
	return tr.Play(stage)
}

func (tr *transcript) stage() (*enginetest.Fixture, error) {
	b, err := heroes.NewBattle(tr.game, tr.setup)
	return &enginetest.Fixture{
		Battle: b, Board: func() string { return board(b) }, Explain: tr.explain, Ends: tr.then,
		Tell: func(e engine.Event) []string { return tr.tell(b, e) },
	}, err
}

// tell leaves out what the text does not speak of, and adds the terms of scores.
func (tr *transcript) tell(b *heroes.Battle, e engine.Event) []string {
	text := b.Describe(e)
	if text == "" || !tr.phases && (e.What == heroes.RoundBegan || e.What == heroes.PhaseBegan) {
		return nil
	}
	if tr.explain && e.What == heroes.Struck {
		return []string{text, "  attack " + b.Last().Attack.String(), "  defense " + b.Last().Defense.String()}
	}
	return []string{text}
}
