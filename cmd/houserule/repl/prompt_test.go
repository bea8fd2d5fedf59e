package repl

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"houserule/cmd/houserule/desk"
	"houserule/cmd/houserule/heroesview"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/heroes/form"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/players"
)

var update = enginetest.Update

func testLibrary(t testing.TB) *library.Library {
	t.Helper()
	lib, err := library.Load(heroesdata.Format(), os.DirFS("../../.."), "creatures.toml", "mods/heroes")
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// sitting is a script at the prompt.
type sitting struct {
	scenario  string
	players   []string
	seed      uint64
	dice      string
	script    []int
	lines     string
	keepGoing bool
	resume    string // a battle's name, "" for the newest where begin is false
	resumes   bool
	mods      session.Mods
}

// folders are where a test's battles lie.
func folders(t testing.TB) saves.Places {
	dir := t.TempDir()
	return saves.Places{State: filepath.Join(dir, "state"), Data: filepath.Join(dir, "data")}
}

// sit runs a script and returns all that was printed.
func sit(lib *library.Library, places saves.Places, s sitting) (string, error) {
	var out strings.Builder
	p := newPrompt(lib, places, s, &out)
	var err error
	if s.resumes {
		err = p.Resume(s.resume, false)
	} else {
		var m library.Match
		if m, err = s.match(lib); err == nil {
			err = p.Start(m)
		}
	}
	return out.String(), err
}

func newPrompt(lib *library.Library, places saves.Places, s sitting, out io.Writer) *Prompt {
	return New(Config{
		Game: session.Game{Frontend: heroesview.Frontend{}, Library: lib, Mods: s.mods}, Shelf: session.Shelf{Places: places, Seed: func() uint64 { return 9 }}, Keep: places.State != "",
		Lines: NewScript(strings.NewReader(s.lines), out), Out: out,
		Width: func() int { return 80 }, KeepGoing: s.keepGoing,
	})
}

func (s sitting) match(lib *library.Library) (library.Match, error) {
	if s.scenario == "" {
		s.scenario = "golem-wall"
	}
	if len(s.players) == 0 {
		s.players = []string{players.Human, "greedy"}
	}
	if s.dice == "" {
		s.dice = library.Seeded
	}
	scenario, err := lib.Scenario(s.scenario)
	if err != nil {
		return library.Match{}, err
	}
	seed := s.seed
	if seed == 0 {
		seed = max(scenario.Seed, 1)
	}
	return library.Match{Scenario: s.scenario, Setup: scenario.Setup, Seed: seed, Dice: s.dice, Script: s.script, Players: s.players}, nil
}

// Every answer's example in help is run where it is an option: in one of the
// scenarios, played by both sides as greedy plays, it comes up.
func TestHelpExamplesOfAnswers(t *testing.T) {
	lib := testLibrary(t)
	for _, v := range form.Verbs() {
		t.Run(v.Name, func(t *testing.T) {
			for seed := range uint64(5) {
				for _, s := range lib.Scenarios {
					if tryExample(t, lib, sitting{scenario: s.ID, seed: seed + 1}, v) {
						return
					}
				}
			}
			t.Errorf("in no scenario %q is an option", v.Example)
		})
	}
}

// tryExample reports whether a verb's example came up and worked.
func tryExample(t *testing.T, lib *library.Library, s sitting, v engine.Verb) bool {
	var out strings.Builder
	p := newPrompt(lib, saves.Places{}, sitting{}, &out)
	waiting := &advised{p: p, most: 60}
	waiting.until = func() bool {
		for _, of := range p.view.Verbs() { // the examples of this battle
			if of.Name == v.Name {
				waiting.then = of.Example
			}
		}
		return view.Fits(p.view, v) && (waiting.offered(waiting.then) || v.Name == "swat" && waiting.offered("attack d1 swat 2"))
	}
	p.Lines = waiting
	s.players = []string{players.Human, players.Human}
	m, err := s.match(lib)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(m); err != nil {
		t.Fatalf("%s: %v\n%s", s.scenario, err, out.String())
	}
	return waiting.done
}

// Every command of help has its example run, after what it needs.
func TestHelpExamplesOfCommands(t *testing.T) {
	lib := testLibrary(t)
	before := map[string]string{
		"why":    "shoot d1\n",
		"undo":   "shoot d1\n",
		"redo":   "shoot d1\nundo\n",
		"load":   "save before-the-wall\n",
		"replay": "shoot d1\nsave before-the-wall\n",
		"forth":  "shoot d1\nsave before-the-wall\nreplay before-the-wall\n",
		"back":   "shoot d1\nsave before-the-wall\nreplay before-the-wall\nforth\n",
		"take":   "shoot d1\nsave before-the-wall\nreplay before-the-wall\n",
	}
	for _, c := range commandsOf(heroesview.Frontend{}) {
		t.Run(c.Name, func(t *testing.T) {
			scenario := "golem-wall"
			switch c.Name {
			case "odds":
				scenario = "reference"
			case "review": // of a small battle, which takes less
				scenario = "duel"
			}
			_, mods := modded(t, fstest.MapFS{})
			out, err := sit(lib, folders(t), sitting{scenario: scenario, mods: mods, lines: before[c.Name] + c.Example})
			if err != nil {
				t.Errorf("%s: %v\n%s", c.Example, err, out)
			}
		})
	}
}

// No two words of the prompt are the same, whatever is asked.
func TestWordsAreDistinct(t *testing.T) {
	seen := map[string]string{}
	add := func(name, short string) {
		for _, word := range []string{name, short} {
			if other := seen[word]; other != "" {
				t.Errorf("%q is %s and %s", word, other, name)
			}
			seen[word] = name
		}
	}
	for _, v := range form.Verbs() {
		add(v.Name, v.Short)
	}
	for _, c := range commandsOf(heroesview.Frontend{}) {
		add(c.Name, c.Short)
	}
}

// Words that people know from other programs do what they mean, unless a game has them.
func TestFamiliarWords(t *testing.T) {
	for typed, want := range map[string]string{
		"bye": "\ngolem-wall.1 is kept", ":q": "\ngolem-wall.1 is kept", "exit": "\ngolem-wall.1 is kept",
		"look": "\n\nThe golem wall  ", "status": "\n\nThe golem wall  ", "undo 3": "\n\nThe golem wall  ",
		"restart": "\ngolem-wall.1 is kept: load golem-wall.1 continues it.\nThe golem wall, seed 9.", "play siege": "\ngolem-wall.1 is kept: load golem-wall.1 continues it.\nSiege, seed 9.",
		"scenarios": "\nscenario ", "spells": "\nspell ", "rules h7.2": "\nH7.2 Withdraw",
	} {
		out, err := sit(testLibrary(t), folders(t), sitting{lines: "swarm\n" + typed + "\n"})
		if _, after, _ := strings.Cut(out, "> "+typed); err != nil || !strings.HasPrefix(after, want) {
			t.Errorf("%s: %v: %s", typed, err, after)
		}
	}
}

// Help begins with the question, and finds commands, groups, rules and entries, before what
// scripts write unless the person has a mod.
func TestHelp(t *testing.T) {
	ask := func(mods session.Mods, word string) string {
		t.Helper()
		out, err := sit(testLibrary(t), folders(t), sitting{scenario: "siege", mods: mods, lines: strings.TrimSpace("help "+word) + "\n"})
		if err != nil {
			t.Errorf("help %s: %v", word, err)
		}
		_, after, _ := strings.Cut(out, strings.TrimSpace("> help "+word)+"\n")
		return after
	}
	mods := session.Mods{Names: func() []string { return []string{"card", "battle.round"} }, Docs: func(out io.Writer, name string, _ int) error {
		_, err := fmt.Fprintf(out, "%s in Lua\n", name)
		return err
	}}
	for word, want := range map[string]string{
		"look":         "Look\n  b   board ",
		"replay":       "replay NAME|FILE: replay a battle step by step\n  short: rp\n  example: replay before-the-wall\nReplay\n  >   forth [N] ",
		"swat":         "swat STACK N: strike at the top N cards at once, in melee or else from afar or\nwith a spell (H2.3)\n  short: sw\n  example: swat d1 2\n  see also: rule H2.3 Swatting\n",
		"h2.1":         "H2.1 Attack score\n",
		"morale":       "H9.7 Morale (advanced)\n",
		"gold golem":   "Gold Golem (gold-golem): order\n",
		"walls":        "\"walls\" stands in:\n  rule      H8.2 Manning the walls, H8.3 Shooting over the walls, H8.4 Flying\n            over the walls, H8.1\n",
		"att":          "attack STACK|town [swat N]: ",
		"battle.round": "battle.round in Lua\n",
		"card":         "H8.1 The Town Card\n",
	} {
		if got := ask(mods, word); !strings.HasPrefix(got, want) {
			t.Errorf("help %s: %s", word, got)
		}
	}
	mods.Folders = []string{"a"}
	if got := ask(mods, "card"); !strings.HasPrefix(got, "card in Lua\n") {
		t.Errorf("with a mod: %s", got)
	}
	got := ask(mods, "")
	for _, want := range []string{"a5 (2 Griffin) acts.\n  a   attack STACK|town [swat N] ", "\nThink   options, odds, hint, review\nBattle  undo, "} {
		if !strings.Contains(got, want) || strings.Contains(got, "retaliate") || strings.Contains(got, "forth") || screen.Height(got) > 23 {
			t.Errorf("help: %q is missing, or too much is there:\n%s", want, got)
		}
	}
}

// The tutorial, played as the computer advises, gives every lesson, asks for
// at most 30 answers, and is won.
func TestTutorial(t *testing.T) {
	lib := testLibrary(t)
	s, err := lib.Scenario("tutorial")
	if err != nil {
		t.Fatal(err)
	}
	advised := &advised{}
	var out strings.Builder
	p := newPrompt(lib, saves.Places{}, sitting{}, &out)
	p.Lines, advised.p = advised, p
	m, err := sitting{scenario: "tutorial"}.match(lib)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(m); err != nil {
		t.Fatal(err)
	}
	if got := p.view.Battle().Outcome(); !strings.HasPrefix(got, "aggressor wins") {
		t.Errorf("the tutorial ends: %s", got)
	}
	if advised.n > 30 {
		t.Errorf("the tutorial asks for %d answers, want at most 30", advised.n)
	}
	for i, l := range s.Lessons {
		if len(p.tutor.Next(len(p.Entries())+1, engine.Only(0), []string{l.On})) > 0 {
			t.Errorf("lesson %d (%s) was not given", i+1, l.On)
		}
	}
	if t.Failed() {
		t.Log(out.String())
	}
}

// advised answers as hint advises, until something holds or most answers are
// given; then it types then, and leaves.
type advised struct {
	p     *Prompt
	n     int
	most  int // 0: any number
	until func() bool
	then  string
	done  bool
}

func (a *advised) Next(string) (string, error) {
	switch {
	case a.p.view.Battle().Over() || a.done || a.most > 0 && a.n >= a.most:
		return "", io.EOF
	case a.until != nil && a.until():
		a.done = true
		return a.then, nil
	}
	a.n++
	if a.until != nil && a.offered("surrender 2") {
		return "surrender 2", nil // which the computer hardly ever does
	}
	if a.until == nil {
		_, line, err := a.p.view.Hint(a.p.busy())
		return line, err
	}
	asked := a.p.view.Asked()
	answer, err := players.Greedy{}.Answer(asked)
	return engine.Typed(asked.Choice.(engine.Worded), answer), err
}

// offered reports whether an answer, as it is typed, is an option.
func (a *advised) offered(typed string) bool {
	c := a.p.view.Asked().Choice
	words, ok := c.(engine.Worded)
	if !ok {
		return false
	}
	for n := range c.Each {
		if engine.Typed(words, n) == typed {
			return true
		}
	}
	return false
}

func (a *advised) Interactive() bool { return false }
func (a *advised) Number() int       { return a.n }
func (a *advised) Secret(bool)       {}
func (a *advised) Close() error      { return nil }

// human alone makes one seat a person's and leaves computer players in theirs.
func TestSeatsHuman(t *testing.T) {
	lib := testLibrary(t)
	for _, test := range []struct {
		players []string
		want    string
	}{
		{[]string{"greedy", "search"}, "human plays the aggressor, search the defender."},
		{[]string{players.Human, "search"}, "human plays the aggressor, search the defender."},
		{[]string{"random", players.Human}, "random plays the aggressor, human the defender."},
		{[]string{players.Human, players.Human}, "human plays the aggressor, greedy the defender."},
	} {
		text, err := sit(lib, folders(t), sitting{players: test.players, lines: "seats human\nundo\nseats human\nseats\nquit", keepGoing: true})
		if !strings.Contains(text, "> seats\n"+test.want) {
			t.Errorf("%v becomes %v\n%s", test.players, err, text)
		}
	}
}

// A caster who may not strike in melee is not told of melee.
func TestOddsOfCaster(t *testing.T) {
	text, err := sit(testLibrary(t), folders(t), sitting{scenario: "casters", seed: 3, lines: "odds d4 swat 2\nodds a5 d4 swat 9\nswat d4 2\nlog 2\nquit", keepGoing: true})
	for _, want := range []string{
		"a5 (1 Djinn) casts a spell at d4 (3 Dryad): needs 8 or more on a d10: 30 %\nkills 2 of 3 cards\n",
		"line 2: the stack does not hold that many cards (H2.3)\n",
		"a5 (1 Djinn) strikes with its spell at 2 cards of d4 (3 Dryad)",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%v: without %q it says\n%s", err, want, text)
		}
	}
}

// The progress of odds and of a review is gone before their text is printed; that of a review where
// HOUSERULE_LONG is set.
func TestProgressIsCleared(t *testing.T) {
	lib := testLibrary(t)
	for _, row := range []struct{ look, scenario, heading string }{{"odds", "golem-wall", "How often the "}, {"review", "duel", "Review: "}} {
		if row.look == "review" && !enginetest.Long {
			continue // it solves what it can
		}
		var out strings.Builder
		look, heading := row.look, row.heading
		s := sitting{scenario: row.scenario, seed: 3, lines: look + "\nquit"}
		p := newPrompt(lib, folders(t), s, &out)
		p.Progress = func() (func(int), func()) {
			return func(int) {}, func() { out.WriteString("[cleared]") }
		}
		m, err := s.match(lib)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Start(m); err != nil {
			t.Fatal(err)
		}
		if _, after, _ := strings.Cut(out.String(), "> "+look+"\n"); !strings.HasPrefix(after, "[cleared]"+heading) {
			t.Errorf("%s prints\n%s", look, after)
		}
	}
}

// commandsOf returns the commands of a prompt without a battle.
func commandsOf(system view.Frontend) []desk.Command {
	return New(Config{Game: session.Game{Frontend: system}, Lines: NewScript(strings.NewReader(""), io.Discard)}).desk().Commands()
}
