package enginetest_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
)

// pigStage sets up what a transcript's head says.
func pigStage(tr *enginetest.Transcript) (*enginetest.Fixture, error) {
	goal, err := strconv.Atoi(tr.Header.Get("goal"))
	p := newPig(goal, 10)
	return &enginetest.Fixture{Battle: p, Board: func() string { return show(p) }}, err
}

func TestTranscripts(t *testing.T) {
	enginetest.Transcripts(t, filepath.Join("testdata", "pig.txt"), pigStage)
}

// What a script may get wrong. Each row is the body of a transcript of a battle
// to 10 points, how it goes, "" for as it stands, and the error.
func TestPlayText(t *testing.T) {
	const head = "# a comment\ngoal: 10\n\n"
	for _, row := range []struct{ body, got, err string }{
		{"> roll [3]\nplayer 1 rolls a 3\n...\n", "", ""},
		{"> roll\n[3]\nplayer 1 rolls a 3\n...\n", "", ""},
		{"> roll [2]\nplayer 1 rolls a 2\n= [0 0], the pot 2\n# now\n? player 1: roll, hold\n...\n", "", ""},
		{"! hold -- there is nothing to hold\n! fold -- unknown play \"fold\" (known: roll, hold)\n...\n", "", ""},
		// What does not come as it stands.
		{"> roll [3]\nplayer 1 rolls a 4\n...\n", "> roll [3]\nplayer 1 rolls a 3\n...\n", ""},
		{"> roll [3]\n...\n", "> roll [3]\nplayer 1 rolls a 3\n...\n", ""},
		{"> roll [3]\nplayer 1 rolls a 3\n", "> roll [3]\nplayer 1 rolls a 3\n...\n", ""},
		{"= here\n? what\n...\n", "= [0 0], the pot 0\n? player 1: roll\n...\n", ""},
		{"! hold -- why\n...\n", "! hold -- there is nothing to hold\n...\n", ""},
		// What does not fit.
		{"! roll\n...\n", "! roll -- roll is legal\n...\n", "roll is legal"},
		{"> hold\n", "> hold\n", "round 1, player 1: there is nothing to hold"},
		{"> fold\n", "> fold\n", `round 1, player 1: unknown play "fold" (known: roll, hold)`},
		{"[3]\n", "", `round 1, player 1: "[3]", dice []: asked for player 1: roll`},
		{"> roll\n> hold\n", "> roll\n", `round 1, player 1: "> hold", dice []: asked for a die`},
		{"> roll\n", "> roll\n", `round 1, player 1: "", dice []: asked for a die`},
		{"> roll [7]\n", "> roll [7]\n", "round 1, player 1: a die of 6 sides cannot show 7"},
		{"> roll [x]\n", "", `round 1, player 1: "> roll [x]": "x" is not a die`},
		{"> roll [3 4]\n> hold\n", "> roll [3 4]\nplayer 1 rolls a 3\n", `round 1, player 1: "> hold", dice [4]: asked for player 1: roll, hold`},
		{"> roll [3 4]\n...\n", "> roll [3 4]\nplayer 1 rolls a 3\n...\n", "dice are left over: [4]"},
		{"> roll [3]\n...\n> hold\n", "> roll [3]\nplayer 1 rolls a 3\n...\n", "left over: > hold"},
		{
			"> roll [6]\nplayer 1 rolls a 6\n> roll [6]\nplayer 1 rolls a 6\n> hold\nplayer 1 holds 12\n= [12 0], the pot 12\n", "", "",
		},
		{"> roll [6]\n> roll [6]\n> hold\n...\n", "> roll [6]\nplayer 1 rolls a 6\n> roll [6]\nplayer 1 rolls a 6\n> hold\nplayer 1 holds 12\n", "left over: ..."},
	} {
		got, err := enginetest.PlayText(head+row.body, pigStage)
		want := row.got
		if want == "" && row.err == "" {
			want = row.body
		}
		if want == "" {
			want = "\n" // nothing is told
		}
		if got != head+want {
			t.Errorf("%q: it went\n%s\nwant\n%s", row.body, got, head+want)
		}
		if text := fmt.Sprint(err); text != row.err && (err != nil || row.err != "") {
			t.Errorf("%q: the error is\n  %s\nwant\n  %s", row.body, text, row.err)
		}
	}
}

// What cannot be played at all.
func TestPlayTextErrors(t *testing.T) {
	for text, want := range map[string]string{
		"goal: 10\n":      "there is no blank line after the head",
		"goal\n\n":        `the line "goal" of the head: write a key and a value, as in rounds: 3`,
		"goal: ten\n\n":   `strconv.Atoi: parsing "ten": invalid syntax`,
		"limit: 10\n\n\n": `strconv.Atoi: parsing "": invalid syntax`,
	} {
		if got, err := enginetest.PlayText(text, pigStage); got != "" || err == nil || err.Error() != want {
			t.Errorf("%q: %q, %v; want %s", text, got, err, want)
		}
	}
}

// A stage may put events into its own words and look at where the script ends.
func TestStage(t *testing.T) {
	tr, err := enginetest.ParseTranscript("goal: 10\n\n> roll [3]\n> roll [4]\n")
	if err != nil {
		t.Fatal(err)
	}
	ended := ""
	s, err := pigStage(tr)
	if err != nil {
		t.Fatal(err)
	}
	s.Explain = true
	s.Tell = func(e engine.Event) []string {
		if e.N == 3 {
			return nil
		}
		return []string{strconv.Itoa(int(e.N)), strconv.FormatBool(s.Battle.(*pig).Explains())}
	}
	s.Ends = func(c engine.Choice) { ended = c.(engine.Prompter).Prompt() }
	for range 2 { // a transcript may be played again
		const want = "goal: 10\n\n> roll [3]\n> roll [4]\n4\ntrue\n...\n"
		if got, err := tr.Play(s); got != want || err != nil || ended != "player 1:" {
			t.Errorf("%s%v, ends with %q", got, err, ended)
		}
	}
}

// The script of a transcript is its dice and choices, in their order.
func TestScript(t *testing.T) {
	tr, err := enginetest.ParseTranscript("goal: 10\n\n[5]\n# x [9]\n> roll [3 4]\nplayer 1\n\n> hold\n")
	if err != nil {
		t.Fatal(err)
	}
	script, err := tr.Script()
	if want := (&engine.Script{Dice: []int{5, 3, 4}, Choices: []string{"roll", "hold"}}); err != nil || !reflect.DeepEqual(script, want) {
		t.Errorf("%+v, %v; want %+v", script, err, want)
	}
	tr.Lines = append(tr.Lines, "[1 x]")
	if _, err := tr.Script(); fmt.Sprint(err) != `"[1 x]": "x" is not a die` {
		t.Error(err)
	}
}

// updated is the variable with the file that TestUpdateFile plays.
const updated = "UPDATED_TRANSCRIPT"

func TestUpdateFile(t *testing.T) {
	file := os.Getenv(updated)
	if file == "" {
		t.Skip("TestUpdate runs it")
	}
	enginetest.Transcripts(t, file, pigStage)
}

// With -update a file is written as it goes, unless a script in it does not
// fit; without, it fails.
func TestUpdate(t *testing.T) {
	const old = "What is above.\n-- one --\ngoal: 10\n\n> roll [3]\nplayer 1 rolls a 4\n"
	const fits = "What is above.\n-- one --\ngoal: 10\n\n> roll [3]\nplayer 1 rolls a 3\n...\n"
	const other = "-- two --\ngoal: 10\n\n> hold\n"
	for _, row := range []struct {
		flags, text, want string
		fails             bool
	}{
		{"-test.v", old, old, true},
		{"-update", old, fits, false},
		{"-test.v", fits, fits, false},
		{"-update", old + other, old + other, true},
	} {
		file := filepath.Join(t.TempDir(), "pig.txt")
		if err := os.WriteFile(file, []byte(row.text), 0o666); err != nil {
			t.Fatal(err)
		}
		run := exec.Command(os.Args[0], "-test.run=^TestUpdateFile$", row.flags)
		run.Env = append(os.Environ(), updated+"="+file)
		out, err := run.CombinedOutput()
		if got, readErr := os.ReadFile(file); readErr != nil || string(got) != row.want || (err != nil) != row.fails {
			t.Errorf("%s: %v\n%s\nthe file is\n%s", row.flags, errors.Join(err, readErr), out, got)
		}
	}
}

// The keys of rules, by their tags.
func TestSetKeys(t *testing.T) {
	type rules struct {
		Die   int     `toml:"die"`
		Share float64 `toml:"share"`
		Fast  bool    `toml:"fast"`
		Owner string  `toml:"owner"`
		List  []int   `toml:"list"`
	}
	for text, want := range map[string]string{
		"":                                      "{6 0 true  []} <nil>",
		"die=8 fast=false share=0.5 owner=none": "{8 0.5 false none []} <nil>",
		"dye=8":                                 `{6 0 true  []} no rule is called "dye"`,
		"die=x":                                 `{0 0 true  []} die=x: strconv.Atoi: parsing "x": invalid syntax`,
		"share=x":                               `{6 0 true  []} share=x: strconv.ParseFloat: parsing "x": invalid syntax`,
		"fast=x":                                `{6 0 false  []} fast=x: strconv.ParseBool: parsing "x": invalid syntax`,
		"list=1":                                "{6 0 true  []} list=1: a key of kind slice cannot be set",
	} {
		r := rules{Die: 6, Fast: true}
		err := enginetest.SetKeys(&r, text)
		if got := strings.TrimSpace(fmt.Sprint(r, err)); strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}
