package luagame_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/players"
	"houserule/scripting/luagame"
)

// told plays a battle on to its end, or the table's error, and returns all that is
// told from there: the last line is how it ended.
func told(b *luagame.Battle, table *engine.Table) string {
	var lines strings.Builder
	table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) { fmt.Fprintln(&lines, b.Describe(e)) }))
	for !b.Over() && table.Err() == nil {
		b.Step()
	}
	if err := table.Err(); err != nil {
		fmt.Fprintln(&lines, library.Explain(err)) // as every command prints it
	}
	return lines.String()
}

// anySetup is a battle of any armies.
func anySetup(t *rapid.T, lib *library.Library) engine.Setup {
	setup, err := lib.Format.ReadSetup(lib, engine.Header{Fields: []engine.Field{
		{Key: "attackers", Value: fmt.Sprint(rapid.IntRange(1, 12).Draw(t, "attackers"))},
		{Key: "defenders", Value: fmt.Sprint(rapid.IntRange(1, 12).Draw(t, "defenders"))},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return setup
}

func anyBattle(t *rapid.T, lib *library.Library, setup engine.Setup) *luagame.Battle {
	b, err := lib.Game.NewBattle(setup)
	if err != nil {
		t.Fatal(err)
	}
	return b.(*luagame.Battle)
}

// A journal, written, read, matched with the library and replayed, is the battle
// again.
func TestReplay(t *testing.T) {
	lib, _ := risk(t, "risk.attack_dice=2")
	rapid.Check(t, func(t *rapid.T) {
		m := library.Match{Setup: anySetup(t, lib), Seed: rapid.Uint64().Draw(t, "seed"), Dice: library.Seeded, Players: []string{"random", "random"}}
		var text bytes.Buffer
		w, err := engine.NewJournalWriter(&text, lib.Header(m))
		if err != nil {
			t.Fatal(err)
		}
		table := engine.NewTable(lib.Dice(m.Seed), players.NewRandom(0, m.Seed), players.NewRandom(1, m.Seed))
		table.Record(w)
		b := anyBattle(t, lib, m.Setup)
		b.Begin(table)
		first := told(b, table)
		if err := w.Close(b.Outcome()); err != nil {
			t.Fatal(err)
		}

		journal, err := engine.ReadJournal(&text)
		if err != nil {
			t.Fatal(err)
		}
		again, err := lib.Match(journal.Header)
		if err != nil || again.Seed != m.Seed || fmt.Sprint(again.Setup.Fields()) != fmt.Sprint(m.Setup.Fields()) || len(journal.Streams) != 0 {
			t.Fatalf("%+v, %v", again, err)
		}
		replay := &engine.Replay{Entries: journal.Entries}
		table = engine.NewTable(replay, replay, replay)
		b = anyBattle(t, lib, again.Setup)
		b.Begin(table)
		if second := told(b, table); second != first || replay.Done() != nil {
			t.Errorf("%v\n got %s\nwant %s", replay.Done(), second, first)
		}
	})
}

// A copy in the midst of a battle goes on as the original does, knows nothing of
// it, and has the same key exactly as long as it stands there.
func TestCopy(t *testing.T) {
	lib, _ := risk(t)
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		dice := engine.NewDice(seed)
		table := engine.NewTable(dice, players.NewRandom(0, seed), players.Greedy{})
		b := anyBattle(t, lib, anySetup(t, lib))
		b.Begin(table)
		for range rapid.IntRange(0, 30).Draw(t, "steps") {
			if !b.Over() {
				b.Step()
			}
		}
		aside := b.Fresh().(*luagame.Battle)
		if rapid.Bool().Draw(t, "used") { // a battle that has been elsewhere
			aside.Begin(engine.NewTable(engine.NewDice(1), players.Greedy{}, players.Greedy{}))
			aside.Step()
		}
		aside.CopyFrom(b)
		key := b.AppendKey(nil)
		if !bytes.Equal(aside.AppendKey(nil), key) || aside.Round() != b.Round() || aside.Over() != b.Over() || aside.Winner() != b.Winner() {
			t.Fatal("the copy stands elsewhere")
		}
		lie, err := dice.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		play := func(b *luagame.Battle) string {
			same := new(engine.Dice)
			if err := same.UnmarshalBinary(lie); err != nil {
				t.Fatal(err)
			}
			table := engine.NewTable(same, players.Greedy{}, players.Greedy{})
			b.Sit(table)
			return told(b, table)
		}
		over := b.Over()
		got := play(aside)
		if !over && bytes.Equal(aside.AppendKey(nil), key) {
			t.Error("the copy ended where it began")
		}
		if !bytes.Equal(b.AppendKey(nil), key) {
			t.Error("the copy has moved the original")
		}
		if want := play(b); got != want {
			t.Errorf("got:\n%s\nwant:\n%s", got, want)
		}
	})
}

// Whoever takes an answer back gets the same dice again.
func TestUndo(t *testing.T) {
	lib, _ := risk(t)
	b := field(t, lib, 6, 4)
	var heard []string
	session := &engine.Session{Play: func(table *engine.Table) error {
		heard = nil
		table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) { heard = append(heard, b.Describe(e)) }))
		for b.Begin(table); !b.Over() && table.Err() == nil; {
			b.Step()
		}
		return table.Err()
	}}
	var before []string
	asked := 0
	person := engine.OracleFunc(func(q engine.Question) (int, error) {
		switch asked++; asked {
		case 2:
			before = slices.Clone(heard)
			session.Undo(func(side engine.Side) bool { return side == 0 })
			return 0, engine.ErrRewind
		case 5:
			return engine.ParseLegal(q.Choice, "stop")
		}
		return engine.ParseLegal(q.Choice, "roll 3")
	})
	session.Seat = func() (engine.Oracle, []engine.Oracle) {
		return lib.Dice(5), []engine.Oracle{person, players.Greedy{}}
	}
	if err := session.Run(engine.NewTable(nil)); err != nil {
		t.Fatal(err)
	}
	if len(before) < 4 || !slices.Equal(heard[:len(before)], before) {
		t.Errorf("first %q, then %q", before, heard)
	}
	if got := heard[len(heard)-1]; b.Winner() != 1 || !strings.HasPrefix(got, "defender holds the land with ") {
		t.Errorf("it ends: %s", got)
	}
}

// Players who look ahead play it, the same for every run.
func TestSearch(t *testing.T) {
	lib, _ := risk(t)
	play := func() string {
		table := engine.NewTable(lib.Dice(3), players.NewSearch(200), players.NewSearch(200))
		b := field(t, lib, 5, 5)
		b.Begin(table)
		return told(b, table)
	}
	first := play()
	if !strings.Contains(first, " the land with ") || first != play() {
		t.Error(first)
	}
}

// What a board shows, and how a battle is told.
func TestWords(t *testing.T) {
	lib, _ := risk(t)
	b := field(t, lib, 3, 2)
	if b.Scene() != "risk" || b.Outcome() != "nobody has won yet" || b.Value(0) != 1 || strings.Join(b.Board(-1), "|") != "attacker: worth 1|defender: worth 1" {
		t.Errorf("before it begins: %s, %s, %d, %q", b.Scene(), b.Outcome(), b.Value(0), b.Board(-1))
	}
	script := &engine.Script{Dice: []int{6, 5, 1, 4, 6}, Choices: []string{"roll 3", "roll 2", "ROLL  2", "roll 1", "stop"}}
	scenes := []string{}
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		scenes = append(scenes, b.Scene()+": "+q.Choice.(engine.Prompter).Prompt())
		return script.Answer(q)
	})
	table := engine.NewTable(script, player, player)
	b.Begin(table)
	want := "attacker: roll 3\ndefender: roll 2\nattacker rolls 6, 5, 1\ndefender rolls 6, 4\nattacker loses 1 army\ndefender loses 1 army\n" +
		"attacker: roll 2\ndefender: roll 1\nround 2: script: 5 dice were given, die 6 is asked for\n"
	if got := told(b, table); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if got, want := strings.Join(scenes[:2], "|"), "round 1, attacker: How many dice?|round 1, defender: How many dice?"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := strings.Join(b.Board(-1), "|"), "attacker    2 **|defender    1 *"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// The setup of one game is not another's, and without scripts there is no battle.
func TestNewBattle(t *testing.T) {
	lib, _ := risk(t)
	other, _ := risk(t)
	if _, err := lib.Game.NewBattle(other.Scenarios[0].Setup); err == nil || err.Error() != "a setup of another game than risk" {
		t.Error(err)
	}
	found := luagame.New(library.Found{Mod: library.Mod{ID: "risk"}, Folder: lib.Mods[0].Folder})
	bare, err := library.LoadMods(found, found.Folder(), nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bare.Game.NewBattle(bare.Scenarios[0].Setup); err == nil || err.Error() != "the game has no rules yet: its scripts are not installed" {
		t.Error(err)
	}
	if names, fields := bare.Scenarios[0].Setup.SeatNames(), bare.Scenarios[0].Setup.Fields(); len(names)+len(fields) != 0 {
		t.Errorf("%v, %v", names, fields)
	}
	if _, err := other.Format.ReadSetup(other, engine.Header{Fields: []engine.Field{{Key: "attackers", Value: "none"}}}); err == nil || err.Error() != `the journal's attackers is "none": must be a whole number from 1 to 1000` {
		t.Error(err)
	}
}

// Search fails where a script fails in what it tries, and tries less where a script
// takes long, looks included.
func TestSearchTellsScriptErrors(t *testing.T) {
	const game = `game{ seats = {"red", "green"}, rounds = 30,
	start = function() end,
	turn = function() battle:ask(battle.sides[1 + battle.round %% 2], "What?", {"a", "b", "c"}) end,
	play = function(side, option) if option == "b" and roll(6) == 6 then battle:win(side) else battle:next_round() end end,
	%s
}`
	// Who holds a long string pays much for each step, and is soon done.
	const work = `local long = ("x"):rep(60000) for i = 1, 250 do end return 1 end`
	for _, test := range []struct{ field, want string }{
		{`worth = function(side) while true do end end`, `mods/toy/main.lua:5: game.worth of mod toy: spent its 20000 steps`},
		{`worth = function(side) return 0 / 0 end`, `mods/toy/main.lua:5: game.worth of mod toy: the result is nan: must be a finite number`},
		{`worth = function(side) return -math.huge end`, `mods/toy/main.lua:5: game.worth of mod toy: the result is -inf: must be a finite number`},
		{`worth = function(side) return 1e300 end`, `mods/toy/main.lua:5: game.worth of mod toy: the result is 1e+300: must be a whole number from 0 to 1073741824`},
		{`worth = function(side) return side.number == 2 and 0.5 or 1 end`, `mods/toy/main.lua:5: game.worth of mod toy: the result is 0.5: must be a whole number from 0 to 1073741824`},
		{`appraise = function(side, option) ` + work, ""}, // it answers when all steps of scripts are spent
		{`appraise = function(side, option) return 1 end`, ""},
	} {
		var told []string
		for range 2 {
			red, green := players.NewSearch(2000), players.NewSearch(2000)
			b, table, _ := begin(t, fmt.Sprintf(game, test.field), red, green)
			for range 3 {
				b.Step()
				if n := max(red.Looked(), green.Looked()); n > 2000 {
					t.Errorf("%s: %d nodes", test.field, n)
				}
			}
			got := ""
			if err := table.Err(); err != nil {
				got = err.Error()
			}
			told = append(told, got)
		}
		before, got, _ := strings.Cut(told[0], ": search: looking ahead: round ")
		if _, got, _ = strings.Cut(got, ": "); got != test.want || test.want != "" && before != "round 1, green" {
			t.Errorf("%s\n got %s\nwant %s", test.field, told[0], test.want)
		}
		if told[0] != told[1] {
			t.Errorf("%s\n%s\nand then\n%s", test.field, told[0], told[1])
		}
	}
}
