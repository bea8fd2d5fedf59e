package games

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"houserule"
	"houserule/cmd/houserule/heroesview"
	"houserule/cmd/houserule/kingsview"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/kingsdata"
	"houserule/scripting/heroesmods"
	"houserule/scripting/kingsmods"
)

// newResolver returns a resolver of two games of the program, and of those of the
// bundled mods.
func newResolver(t *testing.T) *Resolver {
	t.Helper()
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	return New(houserule.Data,
		Game{Data: heroesdata.Format(), Scripts: heroesmods.API, View: heroesview.Frontend{}},
		Game{Data: kingsdata.Format(), Scripts: kingsmods.API, View: kingsview.Frontend{}},
	)
}

// modFolder writes the folder of a mod for a game.
func modFolder(t *testing.T, id, game string) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), id)
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf("id = %q\nversion = \"1.0.0\"\ntitle = \"T\"\ngame = %q\n", id, game)
	if err := os.WriteFile(filepath.Join(folder, "mod.toml"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return folder
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// Whatever names a game decides; where nothing does, the hint does, and else the
// default. Sources that differ are an error.
func TestResolve(t *testing.T) {
	r := newResolver(t)
	folder := modFolder(t, "imps", "kings")
	of := func(game string) engine.Header {
		return engine.Header{Fields: []engine.Field{{Key: "game", Value: game}}}
	}
	for _, row := range []struct {
		name  string
		game  string
		rules Ruleset
		hint  Hint
		want  string
		err   string
	}{
		{name: "nothing", want: "heroes"},
		{name: "--game", game: "kings", want: "kings"},
		{name: "a mod's game", game: "risk", want: "risk"},
		{name: "no game", game: "chess", err: `--game: unknown game "chess" (known: heroes, kings, liars-dice, risk)`},
		{name: "a mod", rules: Ruleset{Mods: []string{"morale"}}, want: "heroes"},
		{name: "a folder", rules: Ruleset{Mods: []string{folder}}, want: "kings"},
		{name: "a rule", rules: Ruleset{Set: []string{"kings.die=8"}}, want: "kings"},
		{name: "a journal", hint: Hint{Journal: of("kings")}, want: "kings"},
		{name: "a journal of a missing game", hint: Hint{Journal: of("go"), Resume: "houserule play --resume x"},
			err: `the journal is of the game "go", which is not here: install it with houserule mod install FILE|FOLDER|URL, or name its folder, as in houserule play --resume x --mods PATH`},
		{name: "a mod against --game", game: "heroes", rules: Ruleset{Mods: []string{folder}}, err: "--game is heroes, but the mod imps is for kings"},
		{name: "a rule against a mod", rules: Ruleset{Mods: []string{"morale"}, Set: []string{"kings.die=8"}}, err: "the mod morale is for heroes, but kings.die is a rule of kings"},
		{name: "a journal against --game", game: "heroes", hint: Hint{Journal: of("kings")}, err: "--game is heroes, but the journal is of kings"},
		{name: "a hint", hint: Having(HasScenario("burning-city")), want: "kings"},
		{name: "a hint against --game", game: "heroes", hint: Having(HasScenario("burning-city")), want: "heroes"},
		{name: "a scenario of two games", hint: Having(HasScenario("duel")), want: "heroes"},
		{name: "the next best hint", hint: Having(HasScenario("nowhere"), HasScenario("border")), want: "risk"},
		{name: "no hint fits", hint: Having(HasScenario("nowhere")), want: "heroes"},
		{name: "an empty name", rules: Ruleset{Mods: []string{"morale", " "}},
			err: "the name of a mod is empty: write ids or paths of folders, with a comma between two"},
		{name: "no folder", rules: Ruleset{Mods: []string{"./nowhere"}}, err: "--mods: there is no folder nowhere"},
	} {
		t.Run(row.name, func(t *testing.T) {
			of := r.Under(row.rules)
			of.Game = row.game
			g, err := of.Resolve(row.hint)
			if text := errorText(err); text != row.err {
				t.Fatalf("error %q, want %q", text, row.err)
			}
			if err == nil && g.Name() != row.want {
				t.Errorf("it is %s, want %s", g.Name(), row.want)
			}
		})
	}
}

// A resolved copy keeps its game, whatever else it is asked for; the original does not.
func TestResolved(t *testing.T) {
	r := newResolver(t)
	decided, err := r.Resolved(Having(HasScenario("burning-city")))
	if err != nil {
		t.Fatal(err)
	}
	if g, err := decided.Resolve(Having(HasScenario("siege"))); err != nil || g.Name() != "kings" {
		t.Errorf("it is %s (%v)", g.Name(), err)
	}
	if words := decided.GameWords(); !slices.Equal(words, []string{"--game", "kings"}) || r.Game != "" {
		t.Errorf("the words are %q, and --game is %q", words, r.Game)
	}
	if decided.Game = "heroes"; decided.GameWords() != nil {
		t.Errorf("the words of the default game are %q", decided.GameWords())
	}
}

// What the flags allow is offered, and nothing else.
func TestPossible(t *testing.T) {
	r := newResolver(t)
	for _, row := range []struct {
		game  string
		rules Ruleset
		args  []string
		want  string
	}{
		{"", Ruleset{}, nil, "heroes kings liars-dice risk"},
		{"kings", Ruleset{}, nil, "kings"},
		{"", Ruleset{Mods: []string{"morale"}}, nil, "heroes"},
		{"", Ruleset{}, []string{"burning-city"}, "kings"},
		{"", Ruleset{}, []string{"nowhere"}, "heroes kings liars-dice risk"},
	} {
		of := r.Under(row.rules)
		of.Game = row.game
		if got := strings.Join(Names(of.meant(row.args)), " "); got != row.want {
			t.Errorf("%+v: %s, want %s", row, got, row.want)
		}
	}
}

// A scenario, or another word, of another game is told.
func TestElsewhere(t *testing.T) {
	r := newResolver(t)
	lib, err := r.Load(Hint{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = lib.Scenario("burning-city")
	if got, want := errorText(r.UnknownScenario(lib, err)), `scenario "burning-city" is one of kings, and this is heroes`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	err = r.Elsewhere(&engine.Unknown{What: "tower", Word: "keep"}, r.Of(lib), func(Game) bool { return true })
	if got, want := errorText(err), `heroes has no tower "keep": kings, liars-dice and risk have`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	plain := &engine.Unknown{What: "tower", Word: "keep"}
	if err := r.Elsewhere(plain, r.Of(lib), func(Game) bool { return false }); err != plain {
		t.Errorf("got %v", err)
	}
}

// Only mods that bring a game are one; the program's own games are none of them.
func TestLuaGames(t *testing.T) {
	mod := func(id, game string) *fstest.MapFile {
		return &fstest.MapFile{Data: fmt.Appendf(nil, "id = %q\nversion = \"1.0.0\"\ntitle = \"T\"\ngame = %q\n", id, game)}
	}
	lua := &fstest.MapFile{Data: []byte("-- rules\n")}
	found := library.Find(library.Folder{Where: "mods", Dir: "mods", FS: fstest.MapFS{
		"mods/nim/mod.toml": mod("nim", "nim"), "mods/nim/main.lua": lua,
		"mods/more-nim/mod.toml": mod("more-nim", "nim"), "mods/more-nim/main.lua": lua,
		"mods/kings/mod.toml": mod("kings", "kings"), "mods/kings/main.lua": lua,
		"mods/data/mod.toml":   mod("data", "data"),
		"mods/broken/mod.toml": {Data: []byte("id = 3")}, "mods/broken/main.lua": lua,
	}})
	r := newResolver(t)
	brought := r.lua(found)
	if len(brought) != 1 || brought[0].Name() != "nim" || brought[0].View.Name() != "nim" || brought[0].Folder().Where != "mods/nim" || !brought[0].IsLua() {
		t.Errorf("got %v", brought)
	}
	if own := r.Games(found...)[0]; own.Folder().Where != "mods/"+own.Name() || own.IsLua() {
		t.Errorf("the base of %s is %s", own.Name(), own.Folder().Where)
	}
	if names := Names(r.Games(found...)); !slices.Equal(names, []string{"heroes", "kings", "liars-dice", "risk", "nim"}) {
		t.Errorf("the games are %q", names)
	}
}

// What is typed must be of the game that is played.
func TestTyped(t *testing.T) {
	r := newResolver(t)
	heroes, pig := r.Games()[0], Game{Data: heroesdata.Format(), View: view.PlainFrontend{Game: "pig"}}
	typed := Typed{"aggressor": "1 orc", "walls": ""}
	if err := typed.Fits(heroes); err != nil {
		t.Error(err)
	}
	if err := typed.Fits(r.Games()[1]); errorText(err) != "--aggressor is not for kings" {
		t.Errorf("the error is %v", err)
	}
	if err := (Typed{"walls": ""}).Fits(pig); err != nil {
		t.Errorf("a flag that was not typed: %v", err)
	}
	if typed.Whole(r.Games()) {
		t.Error("one army is a whole battle")
	}
	if typed["defender"] = "2 orc"; !typed.Whole(r.Games()) {
		t.Error("two armies are no whole battle")
	}
	if got := r.TypedWords(typed); !slices.Equal(got, []string{"--aggressor", "1 orc", "--defender", "2 orc"}) {
		t.Errorf("the words are %q", got)
	}
	if _, err := pig.View.Setup(nil, nil, nil); errorText(err) != "which scenario? houserule scenarios lists them" {
		t.Errorf("the error is %v", err)
	}
}

func TestArmName(t *testing.T) {
	r := newResolver(t)
	for _, row := range []struct {
		rules Ruleset
		want  string
	}{
		{Ruleset{Mods: []string{"morale"}}, "with morale"},
		{Ruleset{Mods: []string{"luck", "./mods/morale"}, Set: []string{"morale.die=8", "heroes.die=12", "morale.hero=2"}}, "with luck, morale (die=8, hero=2), die=12"},
		{Ruleset{Set: []string{"morale.die=8"}}, "with morale.die=8"},
	} {
		if got := r.ArmName(row.rules); got != row.want {
			t.Errorf("got %q, want %q", got, row.want)
		}
	}
}

// What has no number stays at the top: mods are added once, settings last.
func TestRulesetAnd(t *testing.T) {
	a := Ruleset{[]string{"luck"}, []string{"heroes.die=8"}}
	sum := a.And(Ruleset{[]string{"morale", "luck"}, []string{"heroes.die=12"}})
	if !slices.Equal(sum.Mods, []string{"luck", "morale"}) || !slices.Equal(sum.Set, []string{"heroes.die=8", "heroes.die=12"}) {
		t.Errorf("got %+v", sum)
	}
	if len(a.Mods) != 1 || len(a.Set) != 1 {
		t.Errorf("the first became %+v", a)
	}
}

func TestParseRuleset(t *testing.T) {
	for _, row := range []struct {
		text      string
		mods, set []string
		err       string
	}{
		{"morale", []string{"morale"}, nil, ""},
		{"morale, luck", []string{"morale", "luck"}, nil, ""},
		{"morale,set morale.die=8", []string{"morale"}, []string{"morale.die=8"}, ""},
		{"set heroes.swarm_factor=3 heroes.die=12", nil, []string{"heroes.swarm_factor=3", "heroes.die=12"}, ""},
		{"set heroes.die = 12", nil, []string{"heroes.die = 12"}, ""},
		{"set a.text=one two", nil, []string{"a.text=one two"}, ""},
		{"heroes.die=12,luck", []string{"luck"}, []string{"heroes.die=12"}, ""},
		{"./a=b", []string{"./a=b"}, nil, ""},
		{"set heroes.die", nil, nil, `"heroes.die" sets nothing: write MOD.NAME=VALUE`},
		{"set =3", nil, nil, `"=3" sets nothing: write MOD.NAME=VALUE`},
		{"morale,,luck", nil, nil, `"morale,,luck" is empty: write mods, settings, or both, as in "morale, set morale.die=8"`},
		{"  ", nil, nil, `"  " is empty: write mods, settings, or both, as in "morale, set morale.die=8"`},
	} {
		t.Run(row.text, func(t *testing.T) {
			r, err := ParseRuleset([]string{row.text})
			if got := fmt.Sprint(err); err != nil && got != row.err || err == nil && row.err != "" {
				t.Fatalf("error %v, want %s", err, row.err)
			}
			if err == nil && (!slices.Equal(r.Mods, row.mods) || !slices.Equal(r.Set, row.set)) {
				t.Errorf("got %q and %q, want %q and %q", r.Mods, r.Set, row.mods, row.set)
			}
		})
	}
}
