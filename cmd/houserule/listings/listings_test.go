package listings_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/gamestest"
	"houserule/cmd/houserule/listings"
	"houserule/engine/library"
)

// oaths are a kind of entries that both games have, with filters of their own.
func oaths(mods *games.Resolver) listings.Listing {
	kind := func(filter string) catalog.Kind {
		return catalog.Kind{
			Name: "oath", Plural: "oaths", Filters: []catalog.Filter{{Name: filter}, {Name: "sworn", Type: catalog.Switch}},
			IDs: func(lib *library.Library) []string { return lib.IDs("ability") },
			List: func(lib *library.Library, _ catalog.Chosen) (string, []string, error) {
				return "oath", lib.IDs("ability"), nil
			},
			Show: func(out io.Writer, lib *library.Library, id string) error {
				if !slices.Contains(lib.IDs("ability"), id) {
					return errors.New("there is no such oath")
				}
				_, err := io.WriteString(out, lib.Format.Name()+" has "+id+"\n")
				return err
			},
		}
	}
	kinds := map[string]catalog.Kind{"heroes": kind("knight"), "kings": kind("crown")}
	return listings.Listing{Kind: kinds["heroes"], Operand: "OATH", Mods: mods, In: func(g games.Game) (catalog.Kind, bool) {
		k, ok := kinds[g.Name()]
		return k, ok
	}}
}

// One command lists what games have under one name; an entry or a flag that
// only one of them has says which game is meant.
func TestListingOfTwoGames(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	for _, row := range []struct{ args, want, err string }{
		{"first-strike", "heroes has first-strike", ""},
		{"besieger", "kings has besieger", ""},
		{"besieger --game heroes", "", "there is no such oath"},
		{"treason", "", "there is no such oath"},
		{"", "These are of heroes; kings has others: --game.", ""},
		{"--game kings", "These are of kings; heroes has others: --game.", ""},
		{"--crown gold", "besieger", ""},
		{"--knight black --find first", "first-strike", ""},
		{"--crown gold --game heroes", "", "--crown is not for heroes"},
		{"--crown gold --knight black", "", "--crown is not for heroes"},
		{"--sworn", "first-strike", ""},
	} {
		t.Run(row.args, func(t *testing.T) {
			mods := bundled.Resolver()
			cmd := oaths(mods).Command()
			cmd.SilenceErrors, cmd.SilenceUsage = true, true
			mods.AddFlags(cmd)
			var out strings.Builder
			cmd.SetOut(&out)
			cmd.SetArgs(strings.Fields(row.args))
			err := cmd.Execute()
			text := ""
			if err != nil {
				text = err.Error()
			}
			if text != row.err {
				t.Errorf("the error is %q, want %q", text, row.err)
			}
			if !strings.Contains(out.String(), row.want) {
				t.Errorf("it prints\n%s\nwant %q", out.String(), row.want)
			}
		})
	}
}

// Both games' entries are offered, until a flag says which game it is.
func TestListingCompletes(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	for _, row := range []struct {
		game          string
		heroes, kings bool
	}{{"", true, true}, {"heroes", true, false}, {"kings", false, true}} {
		mods := gamestest.Of(row.game)
		words, _ := oaths(mods).Command().ValidArgsFunction(nil, nil, "")
		if slices.Contains(words, "first-strike") != row.heroes || slices.Contains(words, "besieger") != row.kings {
			t.Errorf("--game %q offers %q", row.game, words)
		}
	}
}
