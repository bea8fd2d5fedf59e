package repl

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"houserule/cmd/houserule/desk"
	"houserule/cmd/houserule/heroesview"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/heroes/form"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/scripting/heroesmods"
	"houserule/scripting/luagame"
	"houserule/scripting/modhost"
)

// modded is the base game with one mod, whose files are given and may change:
// its library, and how the prompt comes by it.
func modded(t testing.TB, files fstest.MapFS) (*library.Library, session.Mods) {
	t.Helper()
	if files["try/mod.toml"] == nil {
		files["try/mod.toml"] = &fstest.MapFile{Data: []byte("id = \"try\"\nversion = \"1.0.0\"\ntitle = \"Try\"\ngame = \"heroes\"\n")}
	}
	var load func(texts []string) (session.Game, error)
	load = func(texts []string) (of session.Game, err error) {
		settings := map[string]map[string]string{}
		for _, text := range texts {
			if err := library.ParseSetting(text, settings); err != nil {
				return of, err
			}
		}
		found := library.At(library.Folder{FS: files, Dir: "try", Where: "try"})
		lib, err := library.LoadMods(heroesdata.Format(), library.Base(heroesdata.Format(), os.DirFS("../../..")), []library.Found{found}, []string{"try"}, settings)
		if err != nil {
			return of, err
		}
		mods, err := heroesmods.API.Install(lib, modhost.Stop)
		if err != nil {
			return of, err
		}
		eval := func(b engine.Battle, expr string) (string, error) { return mods.Eval(b.(*heroes.Battle), expr) }
		return session.Game{Frontend: heroesview.Frontend{}, Library: lib, Mods: session.Mods{Load: load, Eval: eval}}, nil
	}
	of, err := load(nil)
	if err != nil {
		t.Fatal(err)
	}
	return of.Library, of.Mods
}

func script(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// at makes something happen between two lines.
type at struct {
	Lines
	n  int
	do func()
}

func (a *at) Next(prompt string) (string, error) {
	line, err := a.Lines.Next(prompt)
	if a.Lines.Number() == a.n {
		a.do()
	}
	return line, err
}

// Reload plays the battle again under the rules as they are now, says where
// it goes another way, and keeps the answers that fit.
func TestReload(t *testing.T) {
	for _, test := range []struct {
		name, before, after, want string
	}{
		{"the same", "", "-- nothing", "Nothing has changed in the battle."},
		{"another number", "", "function onAttack(attack) attack.score = attack.score + 1 end",
			"It takes another course in round 1, phase 4, a7 (6 Halfling).\n  before: a7 (6 Halfling) shoots at d1 (3 Minotaur): die 6 + 7 = 13 against 7: hit\n  now:    a7 (6 Halfling) shoots at d1 (3 Minotaur): die 6 + 8 = 14 against 7: hit\n"},
		{"an answer that fits no more", "", "function onOffer(offer) if offer.verb == \"shoot\" then return cancel(\"too dark\") end end",
			"The answers no longer fit from there on: round 1, phase 4, a7 (6 Halfling): the\njournal does not fit this battle: answer 1, \"a7 shoot d1\": too dark (try)\n"},
		{"a mistake", "", "function onAttak(attack) end", "line 2: the mods stay as they were: try/main.lua:1:10: unknown hook \"onAttak\":\ndid you mean \"onAttack\"?"},
		{"a mod that rolled no longer", "function onRoundStart(round) roll(6) end", "-- nothing", "The answers no longer fit from there on"},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := fstest.MapFS{"try/main.lua": script(test.before)}
			lib, mods := modded(t, files)
			s := sitting{mods: mods, lines: "shoot d1\nreload\nlog 3\n", keepGoing: true}
			var out strings.Builder
			p := newPrompt(lib, folders(t), s, &out)
			p.Lines = &at{Lines: p.Lines, n: 2, do: func() { files["try/main.lua"] = script(test.after) }}
			m, err := s.match(lib)
			if err != nil {
				t.Fatal(err)
			}
			_ = p.Start(m) // its mistakes are in out
			if !strings.Contains(out.String(), test.want) {
				t.Errorf("want %s in\n%s", test.want, out.String())
			}
		})
	}
}

// Reload changes settings in a running battle, of mods and of the rules. The answers that
// fit, undo and the journal go with them; a setting that is wrong changes nothing.
func TestReloadSettings(t *testing.T) {
	lib, mods := modded(t, fstest.MapFS{
		"try/mod.toml": script("id = \"try\"\nversion = \"1.0.0\"\ntitle = \"Try\"\ngame = \"heroes\"\n[setting.Luck]\ntype = \"whole\"\ndefault = 0\nrange = [0, 9]\ndoc = \"more\"\n"),
		"try/main.lua": script("function onAttack(attack) attack.score = attack.score + setting(\"Luck\") end"),
	})
	places := folders(t)
	out, _ := sit(lib, places, sitting{mods: mods, keepGoing: true, lines: `
shoot d1
reload try.Luck=1 heroes.retaliations=2
undo
shoot d1
log 4
reload try.Luck=10
reload try.luk=1
reload luck
reload
mods
save lucky
`}) // its mistakes are in out
	for _, want := range []string{
		"  before: a7 (6 Halfling) shoots at d1 (3 Minotaur): die 6 + 7 = 13 against 7: hit\n  now:    a7 (6 Halfling) shoots at d1 (3 Minotaur): die 6 + 8 = 14 against 7: hit\n",
		"setting try.Luck: Luck is \"10\": must be a\nwhole number from 0 to 9 (try/mod.toml:5)",
		"unknown setting \"try.luk\"\n(known: try.Luck): did you mean \"try.Luck\"?",
		`the mods stay as they were: "luck" sets nothing: write MOD.NAME=VALUE`,
		"Nothing has changed in the battle.", "  Luck = 1: more",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("want %q in\n%s", want, out)
		}
	}
	j, _, err := places.Load("lucky")
	if err != nil {
		t.Fatal(err)
	}
	_, settings, err := library.ModsOf(j.Header)
	if got := fmt.Sprint(settings); err != nil || got != "map[heroes:map[retaliations:2] try:map[Luck:1]]" {
		t.Errorf("the journal has the settings %s: %v", got, err)
	}
}

// What mods bring can be typed: options, spells, answers to their questions.
func TestModsAtThePrompt(t *testing.T) {
	lib, mods := modded(t, fstest.MapFS{
		"try/spells.toml": script("[spell.storm]\nname = \"Storm\"\ntext = \"It hails.\"\nscript = \"storm.lua\"\n[patch.creature.halfling]\nappend = { spells = [\"storm\"] }\n"),
		"try/storm.lua":   script("spell{ cast = function(by) log(\"hail!\") end }"),
		"try/main.lua": script(`
option{ name = "charm", at = "enemy", worth = function(by, at) return 1000 end, act = function(by, at)
	local how = choose(by.side, "How is it charmed?", {"Softly", "Badly"})
	log(how)
end }
function onRoundStart(round)
	battle:remember("rounds", round.number)
end
`),
	})
	out, err := sit(lib, saves.Places{}, sitting{mods: mods, lines: `
options charm
charm d1
softly
lua battle:recall("rounds")
lua try: battle:recall("rounds"), roll == nil
lua battle.aggressor.stacks[1].creature
undo
undo
cast storm
mods
log 2
`})
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{
		"\n  charm d4  about equal\n", "aggressor chooses> softly", "How is it charmed? (Softly, Badly)", "Softly\n", "hail!", "casts Storm", "try 1.0.0: Try",
		"aggressor next> lua battle.aggressor.stacks[1].creature\ngold-golem\n",
		"lua battle:recall(\"rounds\")\nnil\n", "lua try: battle:recall(\"rounds\"), roll == nil\n1, false\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("want %q in\n%s", want, out)
		}
	}
}

// A reload that fails, and the line that set it off, take nothing back.
func TestWatchAndFail(t *testing.T) {
	files := fstest.MapFS{"try/main.lua": script("-- nothing")}
	lib, mods := modded(t, files)
	folder := t.TempDir()
	mods.Folders = []string{folder}
	var out strings.Builder
	s := sitting{mods: mods, lines: "shoot d1\nwatch\nlog 3\n", keepGoing: true}
	p := newPrompt(lib, saves.Places{}, s, &out)
	p.Lines = &at{Lines: p.Lines, n: 3, do: func() {
		files["try/main.lua"] = script("function onAttak(a) end")
		p.watching.dirty.Store(true)
	}}
	m, err := s.match(lib)
	if err != nil {
		t.Fatal(err)
	}
	_ = p.Start(m) // the mistake
	if n := len(p.Entries()); n == 0 || !strings.Contains(out.String(), "the mods stay as they were") || strings.Count(out.String(), "unknown hook") != 1 {
		t.Errorf("%d answers are left\n%s", n, out.String())
	}
}

// A replay stays a replay: reload is refused in it, and mods that are watched wait
// until it is left.
func TestReplaysAreNotReloaded(t *testing.T) {
	lib, mods := modded(t, fstest.MapFS{})
	mods.Folders = []string{t.TempDir()}
	var out strings.Builder
	s := sitting{mods: mods, lines: "shoot d1\nwatch\nsave x\nreplay x\nforth\nreload\nback\nquit\nseed\n", keepGoing: true}
	p := newPrompt(lib, folders(t), s, &out)
	p.Lines = &at{Lines: p.Lines, n: 5, do: func() { p.watching.dirty.Store(true) }}
	m, err := s.match(lib)
	if err != nil {
		t.Fatal(err)
	}
	_ = p.Start(m) // reload is a mistake
	for _, want := range []string{
		"replay 1/7> reload\nline 6: this is a replay: reload works after quit, or after take, which plays on\nfrom here\n", "replay 1/7> back\n", "replay 0/7> quit\n",
		"> seed\nThe mods have changed.\nThe mods are loaded again: 2 mods.\nNothing has changed in the battle.\n",
	} {
		if strings.Count(out.String(), want) != 1 {
			t.Errorf("want once: %s\n%s", want, out.String())
		}
	}
	if strings.Count(out.String(), "The mods have changed.") != 1 || len(p.Entries()) == 0 {
		t.Errorf("got\n%s", out.String())
	}
}

// In a replay its commands come before options that scripts have called so.
func TestReplaysKeepTheirCommands(t *testing.T) {
	lib, mods := modded(t, fstest.MapFS{"try/main.lua": script(`function onRoundStart(round) choose(battle.aggressor, "Where?", {"back", "forth", "around"}) end`)})
	var out strings.Builder
	s := sitting{mods: mods, lines: "back\nsave x\nreplay x\nback\nforth\nback\naround\ntake\nforth\nquit\n", keepGoing: true}
	p := newPrompt(lib, folders(t), s, &out)
	m, err := s.match(lib)
	if err != nil {
		t.Fatal(err)
	}
	_ = p.Start(m)
	for _, want := range []string{
		"> back\nline 4: the replay begins here: Enter or forth goes forward\n", "> forth\naggressor: choose back\n", "replay 1/1> back\n",
		"replay 0/1> around\nline 7: this is a replay: take plays on from here\n", "chooses> forth\n  Phase 4",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("want %s\n%s", want, out.String())
		}
	}
}

// Spells are typed in any case, whatever their ids have.
func TestSpellsInCapitals(t *testing.T) {
	lib, mods := modded(t, fstest.MapFS{"try/x.toml": script(`
[spell.Fire-2]
name = "Fire"
text = "Burns."
score = 5
[patch.creature.magi.set]
spells = ["Fire-2"]
[scenario.burn]
name = "Burn"
text = "Burns."
aggressor = { army = "2 magi" }
defender = { army = "1 orc" }
`)})
	for _, line := range []string{"odds cast Fire-2 d1", "odds cast fire-2 d1", "odds a1 cast fire-2 d1", "cast fire-2 d1", "CAST FIRE-2 D1"} {
		if text, err := sit(lib, saves.Places{}, sitting{scenario: "burn", mods: mods, lines: line + "\nquit\n"}); err != nil {
			t.Errorf("%s: %v\n%s", line, err, text)
		}
	}
}

// Watch reloads with the next line after a file was saved.
func TestWatch(t *testing.T) {
	lib, mods := modded(t, fstest.MapFS{})
	folder := t.TempDir()
	mods.Folders = []string{folder}
	var out strings.Builder
	s := sitting{mods: mods, lines: "watch\nseed\nseed\nwatch\n"}
	p := newPrompt(lib, saves.Places{}, s, &out)
	p.Lines = &at{Lines: p.Lines, n: 2, do: func() {
		if err := os.WriteFile(filepath.Join(folder, "main.lua"), []byte("-- new"), 0o644); err != nil {
			t.Error(err)
		}
		for range 500 { // the system tells when it likes
			if p.watching.dirty.Load() {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Error("nobody has noticed the file")
	}}
	m, err := s.match(lib)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(m); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	for _, want := range []string{"The mods have changed.", "The mods are loaded again: 2 mods.", "Nothing has changed in the battle.", "The mods are no longer watched."} {
		if strings.Count(out.String(), want) != 1 {
			t.Errorf("want once: %s\n%s", want, out.String())
		}
	}
}

// No option of a mod takes a word of the prompt.
func TestPromptWords(t *testing.T) {
	check := func(word string) {
		if word != ">" && word != "<" && !slices.Contains(heroesmods.API.PromptWords(), word) {
			t.Errorf("an option may be called %q, which the prompt knows", word)
		}
	}
	for _, v := range form.Verbs() {
		check(v.Name)
		check(v.Short)
	}
	for _, c := range commandsOf(heroesview.Frontend{}) {
		check(c.Name)
		check(c.Short)
	}
	// Games in Lua may call their options as they like, but for the commands that
	// are there while somebody answers: these are a replay's.
	for _, c := range commandsOf(view.PlainFrontend{Game: "race"}) {
		if words := luagame.New(library.Found{}).PromptWords(); !slices.Contains(words, c.Name) && c.Group != desk.GroupReplay {
			t.Errorf("an option of a game in Lua may begin with %q, which the prompt knows", c.Name)
		}
	}
	known := []string{"exit"}
	for _, c := range commandsOf(heroesview.Frontend{}) {
		known = append(known, c.Name, c.Short)
	}
	for _, word := range modhost.PromptWords {
		if !slices.Contains(known, word) {
			t.Errorf("no option may be called %q, which the prompt does not know", word)
		}
	}
}

// What scripts trace is shown while it is wanted, also of hooks that may only look, and
// never twice after undo. It is no part of the log.
func TestTrace(t *testing.T) {
	lib, mods := modded(t, fstest.MapFS{"try/main.lua": script(`
function onAttack(attack) trace("attack", attack.by, nil, {1, attack.at}) end
function onHit(attack) trace("a hit") end
function onRoundStart(round) trace("never") end
`)})
	sitting := sitting{mods: mods, keepGoing: true}
	for _, test := range []struct {
		lines, want string
		times       int
	}{
		{"trace on\nshoot d1\n", "  try/main.lua:2: onAttack of mod try: attack a7 (6 Halfling) nil {1, d1 (3\n    Minotaur)}\n  try/main.lua:3: onHit of mod try: a hit\n    a7 (6 Halfling) shoots at d1", 1},
		{"trace on\nshoot d1\nundo\nredo\nlog 40\n", "a hit\n    a7", 1},
		{"shoot d1\nundo\ntrace on\nundo\noptions\n", "onAttack", 0},
		{"trace all\noptions\n", "(a look): attack a7 (6 Halfling) nil {1,\n    d1 (3 Minotaur)} (", 1},
		{"trace on\ntrace off\nshoot d1\n", "of mod try", 0},
		{"shoot d1\nundo\ntrace on\n", "never", 0},
		{"trace\n", "trace takes on, all or off", 1},
	} {
		sitting.lines = test.lines
		out, _ := sit(lib, saves.Places{}, sitting) // its mistakes are in out
		if strings.Count(out, test.want) != test.times {
			t.Errorf("want %d times %q in\n%s", test.times, test.want, out)
		}
	}
}
