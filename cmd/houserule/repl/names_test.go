package repl

import (
	"os"
	"strings"
	"testing"

	"houserule/cmd/houserule/heroesview"
	"houserule/cmd/houserule/kingsview"
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/sorceryview"
	"houserule/cmd/houserule/view"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/engine/players"
)

// typing is a prompt of a match at which lines are typed, mistakes and all. It
// returns all that was printed.
func typing(t *testing.T, system view.Frontend, lib *library.Library, m library.Match, lines string) (*Prompt, string) {
	t.Helper()
	var out strings.Builder
	p := New(Config{
		Game: session.Game{Frontend: system, Library: lib}, Shelf: session.Shelf{Places: folders(t), Seed: func() uint64 { return 9 }}, Keep: true, Lines: NewScript(strings.NewReader(lines), &out), Out: &out,
		Width: func() int { return 200 }, KeepGoing: true,
	})
	err := p.Start(m)
	if err != nil && !strings.Contains(err.Error(), ErrMistakes.Error()) {
		t.Fatal(err)
	}
	return p, out.String()
}

// answers are the choices of a battle, as its journal has them, from the n-th on.
func answers(p *Prompt, n int) (texts []string) {
	for _, e := range p.Entries() {
		if !e.Side.IsLuck() {
			texts = append(texts, e.Text)
		}
	}
	return texts[min(n, len(texts)):]
}

// Names are typed as they are shown: in ranges, several at once, with capitals and
// blanks. What one line answers undo takes back at once, and redo gives again; a
// mistake in it takes all of it back.
func TestNamesAsShown(t *testing.T) {
	heroes, sorcery := testLibrary(t), sorceryLibrary(t)
	kings, err := library.LoadMods(kingsdata.Format(), library.Base(kingsdata.Format(), os.DirFS("../../..")), nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	games := map[string]struct {
		system   view.Frontend
		lib      *library.Library
		scenario string
		before   string // lines that come first
	}{
		"heroes":   {heroesview.Frontend{}, heroes, "reference", "d1 pass\nd2 pass\n"},
		"begin":    {heroesview.Frontend{}, heroes, "reference", ""},
		"free":     {heroesview.Frontend{}, heroes, "free", ""},
		"charges":  {sorceryview.Frontend{}, sorcery, "long-meadow", "lead d2\n"},
		"array":    {sorceryview.Frontend{}, sorcery, "long-meadow", "lead d2\ndone\ndone\n"},
		"campaign": {sorceryview.Frontend{}, sorcery, "two-valleys", ""},
		"kings":    {kingsview.Frontend{}, kings, "skirmish", ""},
	}
	for _, test := range []struct {
		game, lines string
		want        string // the answers, or else the mistake
	}{
		{"heroes", "shoot orc", "a4 shoot d3"},
		{"heroes", "SHOOT Orc", "a4 shoot d3"},
		{"heroes", "shoot 3 Orc swat 1", "a4 shoot d3"},
		{"heroes", "a4 shoot Cyclops", "a4 shoot d4"},
		{"heroes", "shoot bandit", `line 3: "bandit" could be d1 or d2: name one`},
		{"heroes", "shoot gold golem", `line 3: "gold golem" could be a1 or a2: name one`},
		{"heroes", "shoot gold dragon", `line 3: unknown stack "gold"`},
		{"heroes", "shoot d1-2", `line 3: unexpected "d2" after "shoot d1"`},
		{"heroes", "a1-2 shoot d1", "line 3: it is the turn of a4, not of a1"},
		{"heroes", "show Gold Golem", `line 3: "gold golem" could be a1 or a2: name one`},
		{"heroes", "creature golden golem", `line 3: unknown creature "golden golem"`},
		{"begin", "d1 pass", "next d1, d1 pass"},
		{"begin", "d1 pass\nundo", ""},
		{"begin", "d1 pass\nd2 pass\nundo\nundo\nredo", "next d1, d1 pass"},
		{"begin", "Bandit", `line 1: "bandit" could be d1 or d2: name one`},
		{"free", "place 2 Gold Golem melee", "place 2 gold-golem melee"},
		{"charges", "charge a2-5", "charge a2, charge a3, charge a4, charge a5"},
		{"charges", "charge a2-a3", "charge a2, charge a3"},
		{"charges", "charge a3 a4 a5", "charge a3, charge a4, charge a5"},
		{"charges", "charge a3, a5-6", "charge a3, charge a5, charge a6"},
		{"charges", "charge a3,a5", "charge a3, charge a5"},
		{"charges", "a3 a5-6 charge", "charge a3, charge a5, charge a6"},
		{"charges", "a3-4", "charge a3, charge a4"},
		{"charges", "charge a2-3\nundo", ""},
		{"charges", "charge a2-3\ncharge a4-5\nundo", "charge a2, charge a3"},
		{"charges", "charge a2-3\ncharge a4\nundo\nundo\nredo", "charge a2, charge a3"},
		{"charges", "charge a2-3\ncharge a4\nundo\nundo\nredo\nredo", "charge a2, charge a3, charge a4"},
		{"charges", "charge a2-3\nundo\ncharge a4\ncharge a5\nundo", "charge a4"},
		{"charges", "charge a2 a3 a2", "line 2: it has been named (S3)"},
		{"charges", "charge a2 a3 a10", "line 2: only cavalry charges (S3.2)"},
		{"charges", "charge heavy horse", `line 2: "heavy horse" could be a2, a3, a4 or a5: name one`},
		{"charges", "Heavy Horse", `line 2: "heavy horse" could be a2, a3, a4 or a5: name one`},
		{"charges", "charge a2-9 a2", `line 2: "charge a2" is no longer the question after the words before it in the line: none of it was done`},
		{"array", "place a10-11", "place a10, place a11"},
		{"array", "place a10-11 a8-9 a2-5 a6-7", "place a10, place a11, place a8, place a9, place a2, place a3, place a4, place a5"},
		{"array", "place a10 a10", "line 4: its place in the array is taken by what stands left of it (S3.3)"},
		{"campaign", "w1-3 march 0303", "move w1, with w2, with w3, alone, march 0303"},
		{"campaign", "w1-7 march 0404", "move w1, with w2, with w3, with w4, with w5, with w6, with w7, march 0404"},
		{"campaign", "w1-3 march 0303\nundo", ""},
		{"campaign", "w1 w3 stay", "move w1, with w3, alone, stay"},
		{"campaign", "move w1-2", "move w1, with w2"},
		{"campaign", "move w1\nw3-4 march 0303", "move w1, with w3, with w4, alone, march 0303"},
		{"campaign", "w1-3 march 0907", "line 1: "},
		{"campaign", "w1 w8 march 0303", "line 1: it does not stand with the others (S2)"},
		{"campaign", "w1-8 march 0404", "line 1: w8: it does not stand with the others (S2)"},
		{"campaign", "w1-12 march 0404", "line 1: w8: it does not stand with the others (S2)"},
		{"campaign", "w1-99 march 0404", `line 1: unknown unit "w99": did you mean "w9"?`},
		{"campaign", "move w1-8", "line 1: w8: it does not stand with the others (S2)"},
		{"campaign", "w1 w3 w3 march 0303", "line 1: it has been named (S3)"},
		{"campaign", "move Sir Oswin", "move w1"},
		{"kings", "lose Wild Cat", "lose a3"},
		{"kings", "wild cat", "lose a3"},
		{"kings", "green knight\nlose a2", "lose a1, lose a2"},
		{"kings", "lose a3 a2 a1", `line 1: "lose a2" is no longer the question`},
	} {
		t.Run(test.game+" "+test.lines, func(t *testing.T) {
			g := games[test.game]
			m := campaignMatch(t, g.lib, g.scenario, 3, players.Human, players.Human)
			p, out := typing(t, g.system, g.lib, m, g.before+test.lines)
			before, _ := typing(t, g.system, g.lib, m, g.before)
			got := strings.Join(answers(p, len(answers(before, 0))), ", ")
			if strings.HasPrefix(test.want, "line ") {
				if got != "" || !strings.Contains(out, "\n"+test.want) {
					t.Errorf("%q is answered, and said is\n%s", got, out)
				}
				return
			}
			if got != test.want || strings.Contains(out, "\nline ") {
				t.Errorf("%q is answered, and said is\n%s", got, out)
			}
		})
	}
}

// A line that is refused leaves undo and redo as they were before it, whatever part
// of it was answered.
func TestRefusedLinesAreNotRedone(t *testing.T) {
	heroes, sorcery := testLibrary(t), sorceryLibrary(t)
	const nothing = "there is nothing to redo: redo repeats what undo took back"
	for _, test := range []struct{ lines, want string }{
		{"w1 march 0907 all\nredo", nothing},
		{"w1-3 march 0907\nredo", nothing},
		{"move w1 w9\nredo", nothing},
		{"w1-3 march 0303\nundo\nw1 march 0907 all\nredo", "move w1, with w2, with w3, alone, march 0303"},
		{"w1-3 march 0303\nundo\nw1-3 march 0907\nredo\nundo\nredo", "move w1, with w2, with w3, alone, march 0303"},
		{"move w1\nalone\nmarch 0303\nundo\nundo\nundo\nw1-3 march 0907\nredo", "move w1"},
		{"move w1\nalone\nundo\nw2 march 0907\nundo\nredo\nredo", "move w1, alone"},
		{"begin d2 pass\nundo\nd1 attack a9\nredo", "next d2, d2 pass"},
		{"begin d2 pass\nd1 pass\nundo\nd1 attack a9\nredo\nundo\nundo\nredo", "next d2, d2 pass"},
	} {
		t.Run(test.lines, func(t *testing.T) {
			var system view.Frontend = sorceryview.Frontend{}
			lib, scenario := sorcery, "two-valleys"
			lines, ofHeroes := strings.CutPrefix(test.lines, "begin ")
			if ofHeroes {
				system, lib, scenario = heroesview.Frontend{}, heroes, "reference"
			}
			p, out := typing(t, system, lib, campaignMatch(t, lib, scenario, 3, players.Human, players.Human), lines)
			if test.want == nothing && !strings.Contains(out, nothing) {
				t.Errorf("redo finds something\n%s", out)
			}
			if got := strings.Join(answers(p, 0), ", "); got != strings.TrimPrefix(test.want, nothing) {
				t.Errorf("%q is answered, and said is\n%s", got, out)
			}
			if kept := p.Entries(); test.want != nothing && strings.Count(out, "line ") == 0 {
				t.Errorf("nothing was refused: %v", kept)
			}
		})
	}
}

// Tab completes after names as they are shown, and after several of them.
func TestNamesAreCompleted(t *testing.T) {
	sorcery, heroes := sorceryLibrary(t), testLibrary(t)
	for _, test := range []struct {
		system         view.Frontend
		lib            *library.Library
		scenario, line string
		want           string
	}{
		{sorceryview.Frontend{}, sorcery, "long-meadow", "charge a2-5 ", "a6 a7 a8 a9"},
		{sorceryview.Frontend{}, sorcery, "long-meadow", "charge a2 a3 a", "a4 a5 a6 a7 a8 a9"},
		{sorceryview.Frontend{}, sorcery, "long-meadow", "charge lan", "a6 a7"},
		{sorceryview.Frontend{}, sorcery, "long-meadow", "a2-5 cha", "charge"},
		{heroesview.Frontend{}, heroes, "golem-wall", "shoot mino", "d1"},
		{heroesview.Frontend{}, heroes, "golem-wall", "shoot Ghoul s", "swat"},
		{heroesview.Frontend{}, heroes, "golem-wall", "show ha", "a7"},
		{heroesview.Frontend{}, heroes, "golem-wall", "odds halfling sh", "shoot"},
	} {
		t.Run(test.line, func(t *testing.T) {
			before := ""
			if test.scenario == "long-meadow" {
				before = "lead d2\n"
			}
			got := ""
			var p *Prompt
			var out strings.Builder
			lines := &at{Lines: NewScript(strings.NewReader(before+"seed\nquit"), &out), n: 1 + strings.Count(before, "\n"), do: func() { got = strings.Join(p.desk().Complete(test.line), " ") }}
			p = New(Config{Game: session.Game{Frontend: test.system, Library: test.lib}, Shelf: session.Shelf{Seed: func() uint64 { return 9 }}, Lines: lines, Out: &out, Width: func() int { return 80 }})
			if err := p.Start(campaignMatch(t, test.lib, test.scenario, 3, players.Human, players.Human)); err != nil {
				t.Fatal(err)
			}
			if got != test.want {
				t.Errorf("offered is %q, want %q", got, test.want)
			}
		})
	}
}
