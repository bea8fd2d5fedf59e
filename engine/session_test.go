package engine_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
)

// A person plays pig by typed words: undo, redo, mark, return and quit besides
// roll and hold, and rolls where there is nothing to hold. When the words are used up
// it quits.
type person struct {
	session *engine.Session
	owns    func(engine.Side) bool
	words   []string
	said    []string // what came of undo and redo
	mark    engine.Mark
}

func (p *person) Answer(q engine.Question) (int, error) {
	word := "quit"
	if len(p.words) > 0 {
		word, p.words = p.words[0], p.words[1:]
	}
	switch word {
	case "undo":
		p.said = append(p.said, fmt.Sprint("undo ", p.session.Undo(p.owns)))
	case "redo":
		p.said = append(p.said, fmt.Sprint("redo ", p.session.Redo(p.owns)))
	case "mark":
		p.mark = p.session.Mark()
	case "return":
		p.session.Return(p.mark)
	case "quit":
		p.session.Quit()
	case "again": // rewind to where it is
	default:
		n, err := engine.ParseLegal(q.Choice, word)
		if err != nil {
			n = q.First()
		}
		return n, nil
	}
	return 0, engine.ErrRewind
}

// pigSession is a session of pig with seeded dice.
func pigSession(seed uint64, goal int, players ...engine.Oracle) *engine.Session {
	return &engine.Session{
		Play: func(t *engine.Table) error { return newPig(len(players), goal).play(t) },
		Seat: func() (engine.Oracle, []engine.Oracle) { return engine.NewDice(seed), players },
	}
}

// typed plays pig with a person at both seats.
func typed(t *testing.T, words ...string) (*engine.Session, *person) {
	t.Helper()
	p := &person{words: words}
	s := pigSession(7, 100, p, p)
	p.session = s
	if err := s.Run(engine.NewTable(nil)); !errors.Is(err, engine.ErrRewind) {
		t.Errorf("the game ends with %v, want to be quit", err)
	}
	return s, p
}

func entries(s *engine.Session) string {
	var words []string
	for _, e := range s.Entries() {
		if e.Side == engine.Luck {
			words = append(words, e.String())
		} else {
			words = append(words, fmt.Sprint(e.Side, " ", e.Text))
		}
	}
	return strings.Join(words, ", ")
}

// The seed 7 shows 2, 2, 1, 2, 6, 5, 6, 4 with six sides.
func TestSessionUndo(t *testing.T) {
	for _, test := range []struct {
		name  string
		words string
		want  string // the answers in the end
		said  string
	}{
		{"nothing", "", "", ""},
		{"no undo", "roll roll", "0 roll, d6 2, 0 roll, d6 2", ""},
		{"nothing to undo", "undo", "", "undo false"},
		{"nothing to undo, and on", "undo roll", "0 roll, d6 2", "undo false"},
		{"nothing to redo", "roll redo", "0 roll, d6 2", "redo false"},
		{"undo", "roll roll undo", "0 roll, d6 2", "undo true"},
		{"undo a choice without dice", "roll hold undo", "0 roll, d6 2", "undo true"},
		{"the same dice come again", "roll roll undo roll", "0 roll, d6 2, 0 roll, d6 2", "undo true"},
		{"the same dice for another player", "roll roll undo hold roll roll", "0 roll, d6 2, 0 hold, 1 roll, d6 2, 1 roll, d6 1", "undo true"},
		{"undo all", "roll roll undo undo", "", "undo true, undo true"},
		{"undo too much", "roll undo undo roll", "0 roll, d6 2", "undo true, undo false"},
		{"across the turn", "roll roll roll roll undo undo", "0 roll, d6 2, 0 roll, d6 2", "undo true, undo true"},
		{"redo", "roll roll undo redo", "0 roll, d6 2, 0 roll, d6 2", "undo true, redo true"},
		{"redo one of two", "roll roll undo undo redo", "0 roll, d6 2", "undo true, undo true, redo true"},
		{"redo both", "roll roll undo undo redo redo", "0 roll, d6 2, 0 roll, d6 2", "undo true, undo true, redo true, redo true"},
		{"redo too much", "roll undo redo redo", "0 roll, d6 2", "undo true, redo true, redo false"},
		{"a new choice leaves nothing to redo", "roll roll undo hold redo", "0 roll, d6 2, 0 hold", "undo true, redo false"},
		{"rewind to where it is", "roll again roll", "0 roll, d6 2, 0 roll, d6 2", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, p := typed(t, strings.Fields(test.words)...)
			if got := entries(s); got != test.want {
				t.Errorf("the answers are\n  %s\nwant\n  %s", got, test.want)
			}
			if got := strings.Join(p.said, ", "); got != test.said {
				t.Errorf("said %s, want %s", got, test.said)
			}
		})
	}
}

// Against the computer, undo goes back to one's own last choice, and what the
// computer did since is undone and redone with it.
func TestSessionUndoOwnChoices(t *testing.T) {
	const before = "0 roll, d6 2"
	const after = before + ", 0 hold, 1 roll, d6 2, 1 roll, d6 1, 0 roll, d6 2"
	for _, test := range []struct {
		words, want string
	}{
		{"roll hold roll", after},
		{"roll hold roll undo", before + ", 0 hold, 1 roll, d6 2, 1 roll, d6 1"},
		{"roll hold roll undo undo", before},
		{"roll hold roll undo undo redo", before + ", 0 hold, 1 roll, d6 2, 1 roll, d6 1"},
		{"roll hold roll undo undo redo redo", after},
		{"roll hold undo hold roll", after},
	} {
		p := &person{words: strings.Fields(test.words), owns: func(side engine.Side) bool { return side == 0 }}
		p.session = pigSession(7, 100, p, cautious(4))
		if err := p.session.Run(engine.NewTable(nil)); !errors.Is(err, engine.ErrRewind) {
			t.Errorf("%s: %v", test.words, err)
		}
		if got := entries(p.session); got != test.want {
			t.Errorf("%s: the answers are\n  %s\nwant\n  %s", test.words, got, test.want)
		}
	}
}

// Whatever is typed, an undo and a redo behind it change nothing, the dice
// are those of the seed in their order, and the answers make the same game
// when they are replayed.
func TestSessionUndoRedo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"roll", "roll", "roll", "hold", "undo", "redo", "both"}), 0, 30).Draw(t, "words")
		var s *engine.Session
		p := engine.OracleFunc(func(q engine.Question) (int, error) {
			word := "quit"
			if len(words) > 0 {
				word, words = words[0], words[1:]
			}
			switch word {
			case "roll", "hold":
				n, _ := q.Choice.Parse(word)
				if !q.Choice.Legal(n) {
					n = q.First()
				}
				return n, nil
			case "undo":
				s.Undo(nil)
			case "redo":
				s.Redo(nil)
			case "both":
				before := slices.Clone(s.Entries())
				if s.Undo(nil) && !s.Redo(nil) {
					t.Error("what was undone cannot be redone")
				}
				if !slices.Equal(s.Entries(), before) {
					t.Errorf("undone and redone, the answers are %v, want %v", s.Entries(), before)
				}
			default:
				s.Quit()
			}
			return 0, engine.ErrRewind
		})
		s = pigSession(seed, 1000, p, p)
		if err := s.Run(engine.NewTable(nil)); !errors.Is(err, engine.ErrRewind) {
			t.Fatal(err)
		}
		dice := engine.NewDice(seed)
		for i, e := range s.Entries() {
			if e.Side != engine.Luck {
				continue
			}
			if want := dice.Roll(6); e.N != want {
				t.Errorf("answer %d is a die of %d, want %d", i+1, e.N, want)
			}
		}
		replay := &engine.Replay{Entries: s.Entries(), Then: failing(engine.ErrRewind)}
		if err := newPig(2, 1000).play(engine.NewTable(replay, replay, replay)); !errors.Is(err, engine.ErrRewind) {
			t.Errorf("played again: %v", err)
		}
		if replay.Used() != len(s.Entries()) {
			t.Errorf("played again, %d of %d answers are used", replay.Used(), len(s.Entries()))
		}
	})
}

// Return leaves what was undone before a mark, and nothing that came after it.
func TestSessionReturn(t *testing.T) {
	for _, test := range []struct{ words, want string }{
		{"roll mark hold roll return redo", "0 roll, d6 2"},
		{"roll roll undo mark hold roll return", "0 roll, d6 2"},
		{"roll roll undo mark hold roll return redo redo", "0 roll, d6 2, 0 roll, d6 2"},
		{"roll hold roll undo undo mark roll undo hold undo undo return redo redo", "0 roll, d6 2, 0 hold, 1 roll, d6 2"},
		{"roll hold roll undo undo mark redo undo undo redo roll return redo redo", "0 roll, d6 2, 0 hold, 1 roll, d6 2"},
		{"roll hold mark redo roll undo undo return roll", "0 roll, d6 2, 0 hold, 1 roll, d6 2"},
	} {
		if s, _ := typed(t, strings.Fields(test.words)...); entries(s) != test.want {
			t.Errorf("%s: the answers are\n  %s\nwant\n  %s", test.words, entries(s), test.want)
		}
	}
}

// A player that draws from dice of its own keeps in step with what is
// replayed, because it is told to skip.
type whim struct{ dice *engine.Dice }

func (w whim) Answer(q engine.Question) (int, error) {
	if n := w.dice.Roll(2) - 1; q.Choice.Legal(n) {
		return n, nil
	}
	return q.First(), nil
}

func (w whim) Skip(engine.Question) { w.dice.Roll(2) }

func TestSessionSkipsPlayers(t *testing.T) {
	play := func(words string) string {
		p := &person{words: strings.Fields(words), owns: func(side engine.Side) bool { return side == 0 }}
		p.session = pigSession(3, 100, p, nil)
		p.session.Seat = func() (engine.Oracle, []engine.Oracle) {
			return engine.NewDice(3), []engine.Oracle{p, whim{engine.NewDice(4)}}
		}
		if err := p.session.Run(engine.NewTable(nil)); !errors.Is(err, engine.ErrRewind) {
			t.Error(err)
		}
		return entries(p.session)
	}
	straight := play("roll hold roll hold roll hold roll")
	if !strings.Contains(straight, "1 hold") || !strings.Contains(straight, "1 roll") {
		t.Fatalf("the whim does not show: %s", straight)
	}
	if got := play("roll hold roll undo roll hold again undo hold roll undo undo redo redo hold roll"); got != straight {
		t.Errorf("with undo the answers are\n  %s\nwithout\n  %s", got, straight)
	}
}

func TestSessionEnds(t *testing.T) {
	s := pigSession(7, 20, cautious(4), cautious(8))
	table := engine.NewTable(nil)
	if err := s.Run(table); err != nil {
		t.Fatal(err)
	}
	end := slices.Clone(s.Entries())
	if err := s.Run(table); err != nil || !slices.Equal(s.Entries(), end) {
		t.Errorf("run again: %v, %v", s.Entries(), err)
	}
	if !s.Undo(nil) {
		t.Error("a game that is over cannot be undone")
	}
	if err := s.Run(table); err != nil || !slices.Equal(s.Entries(), end) {
		t.Errorf("undone and run again: %v, %v", s.Entries(), err)
	}
	if s.Redo(nil) {
		t.Error("there is something to redo behind the end")
	}
}

// A session that quits resumes from its answers: at once, or loaded into
// another.
func TestSessionQuitAndLoad(t *testing.T) {
	p := &person{words: []string{"roll", "quit"}}
	s := pigSession(7, 100, p, p)
	p.session = s
	table := engine.NewTable(nil)
	wantText(t, s.Run(table), "turn 1, player 1: rewind")
	p.words = []string{"roll", "quit"}
	wantText(t, s.Run(table), "turn 1, player 1: rewind")
	const want = "0 roll, d6 2, 0 roll, d6 2"
	if got := entries(s); got != want {
		t.Errorf("the answers are %s", got)
	}

	saved := slices.Clone(s.Entries())
	q := &person{words: []string{"undo", "hold"}}
	other := pigSession(7, 100, q, q)
	q.session = other
	other.Load(saved)
	wantText(t, other.Run(table), "turn 2, player 2: rewind")
	if got := entries(other); got != "0 roll, d6 2, 0 hold" {
		t.Errorf("the answers are %s", got)
	}
	if got := entries(s); got != want {
		t.Errorf("the first session's answers are %s", got)
	}
	other.Undo(nil)
	other.Load(saved)
	if other.Redo(nil) {
		t.Error("there is something to redo behind a load")
	}
}

// Who keeps the answers, to save them say, keeps them as they were.
func TestSessionEntriesKept(t *testing.T) {
	p := &person{words: []string{"roll", "roll"}}
	s := pigSession(7, 100, p, p)
	p.session = s
	table := engine.NewTable(nil)
	s.Run(table)
	kept := s.Entries()
	before := slices.Clone(kept)
	p.words = []string{"undo", "hold", "roll"}
	s.Run(table)
	if !slices.Equal(kept, before) {
		t.Errorf("after an undo and another choice they are %v, were %v", kept, before)
	}
}

// Only what is new is recorded; who listens hears each run from the start.
func TestSessionRecorderAndListener(t *testing.T) {
	var recorded, heard listing
	p := &person{words: strings.Fields("roll roll undo hold")}
	s := pigSession(7, 100, p, p)
	p.session = s
	table := engine.NewTable(nil)
	table.Record(&recorded)
	table.Listen(&heard)
	if err := s.Run(table); !errors.Is(err, engine.ErrRewind) {
		t.Error(err)
	}
	recorded.want(t, `record seat 0: "roll"`, "record seat -1: d6 2", `record seat 0: "roll"`, "record seat -1: d6 2", `record seat 0: "hold"`)
	const two = "hear ff: what 0 who 0 whom 0 n 2"
	heard.want(t, two, two, two, "hear ff: what 1 who 0 whom 0 n 2")
}

func TestSessionErrors(t *testing.T) {
	broken := errors.New("the cat sits on the dice")
	for _, test := range []struct {
		name    string
		player  engine.Oracle
		record  engine.Recorder
		entries []engine.Entry
		err     string
	}{
		{"player", failing(broken), nil, nil, "turn 1, player 1: the cat sits on the dice"},
		{"illegal", chosen(hold), nil, nil, "turn 1, player 1: there is nothing to hold"},
		{"recorder", chosen(roll), full{}, nil, "turn 1, player 1: no room"},
		{
			"loaded", chosen(roll), nil, []engine.Entry{{Text: "hold"}},
			`turn 1, player 1: the journal does not fit this battle: answer 1, "hold": there is nothing to hold`,
		},
	} {
		s := pigSession(7, 20, test.player, test.player)
		s.Load(test.entries)
		table := engine.NewTable(nil)
		table.Record(test.record)
		wantText(t, s.Run(table), test.err)
		if len(s.Entries()) != len(test.entries) {
			t.Errorf("%s: the answers are %v", test.name, s.Entries())
		}
	}
	s := pigSession(7, 2, chosen(roll), chosen(roll))
	s.Load([]engine.Entry{{Text: "roll"}, die(6, 5), {Text: "hold"}, {Side: 1, Text: "roll"}})
	wantText(t, s.Run(engine.NewTable(nil)), `the journal does not fit this battle: the battle is over, 1 answers are left, from "roll" on`)
}

func die(sides, n int) engine.Entry {
	return engine.Entry{Side: engine.Luck, Sides: sides, N: n}
}

func TestReplay(t *testing.T) {
	choice := func(side engine.Side, text string) engine.Entry { return engine.Entry{Side: side, Text: text} }
	const misfit = "the journal does not fit this battle: "
	for _, test := range []struct {
		name    string
		entries []engine.Entry
		then    engine.Oracle
		play    string
		done    string
	}{
		{
			"it fits", []engine.Entry{choice(0, "roll"), die(6, 5), choice(0, "hold")}, nil,
			"<nil>", "<nil>",
		}, {
			"too short", []engine.Entry{choice(0, "roll"), die(6, 5)}, nil,
			"turn 1, player 1: " + misfit + "it ends after 2 answers, the battle goes on", "<nil>",
		}, {
			"empty", nil, nil,
			"turn 1, player 1: " + misfit + "it ends after 0 answers, the battle goes on", "<nil>",
		}, {
			"somebody goes on", []engine.Entry{choice(0, "roll"), die(6, 5)}, chosen(hold),
			"<nil>", "<nil>",
		}, {
			"too long", []engine.Entry{choice(0, "roll"), die(6, 5), choice(0, "hold"), choice(1, "roll"), die(6, 3)}, nil,
			"<nil>", misfit + `the battle is over, 2 answers are left, from "roll" on`,
		}, {
			"a die too many", []engine.Entry{choice(0, "roll"), die(6, 5), choice(0, "hold"), die(6, 3)}, nil,
			"<nil>", misfit + "the battle is over, 1 answers are left, from d6 3 on",
		}, {
			"another die", []engine.Entry{choice(0, "roll"), die(10, 5)}, nil,
			"turn 1, player 1: " + misfit + "answer 2, d10 5: a die of 6 sides is asked for",
			misfit + "the battle is over, 1 answers are left, from d10 5 on",
		}, {
			"a die that cannot be", []engine.Entry{choice(0, "roll"), die(6, 7)}, nil,
			"turn 1, player 1: " + misfit + "answer 2, d6 7: a die of 6 sides cannot show 7",
			misfit + "the battle is over, 1 answers are left, from d6 7 on",
		}, {
			"a choice for a die", []engine.Entry{choice(0, "roll"), choice(0, "roll")}, nil,
			"turn 1, player 1: " + misfit + `answer 2, "roll": a die of 6 sides is asked for`,
			misfit + `the battle is over, 1 answers are left, from "roll" on`,
		}, {
			"a die for a choice", []engine.Entry{die(6, 5)}, nil,
			"turn 1, player 1: " + misfit + "answer 1, d6 5: seat 1 is asked to choose",
			misfit + "the battle is over, 1 answers are left, from d6 5 on",
		}, {
			"another seat", []engine.Entry{choice(0, "roll"), die(6, 1), choice(0, "roll")}, nil,
			"turn 2, player 2: " + misfit + `answer 3, "roll": seat 2 is asked to choose`,
			misfit + `the battle is over, 1 answers are left, from "roll" on`,
		}, {
			"an option that is gone", []engine.Entry{choice(0, "fly")}, nil,
			"turn 1, player 1: " + misfit + `answer 1, "fly": unknown play "fly" (known: roll, hold)`,
			misfit + `the battle is over, 1 answers are left, from "fly" on`,
		}, {
			"an option that is not legal now", []engine.Entry{choice(0, "hold")}, nil,
			"turn 1, player 1: " + misfit + `answer 1, "hold": there is nothing to hold`,
			misfit + `the battle is over, 1 answers are left, from "hold" on`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			replay := &engine.Replay{Entries: test.entries, Then: test.then}
			err := newPig(2, 5).play(engine.NewTable(replay, replay, replay))
			wantText(t, err, test.play)
			if err != nil && !errors.Is(err, engine.ErrReplay) {
				t.Errorf("%q is not ErrReplay", err)
			}
			err = replay.Done()
			wantText(t, err, test.done)
			if err != nil && !errors.Is(err, engine.ErrReplay) {
				t.Errorf("%q is not ErrReplay", err)
			}
		})
	}
}

// An Unknown stays an Unknown through replay and table, so that who shows it
// can suggest a word.
func TestReplayKeepsUnknown(t *testing.T) {
	replay := &engine.Replay{Entries: []engine.Entry{{Text: "rol"}}}
	err := newPig(2, 5).play(engine.NewTable(replay, replay, replay))
	var u *engine.Unknown
	if !errors.As(err, &u) || u.Word != "rol" || !slices.Equal(u.Known, []string{"roll", "hold"}) {
		t.Errorf("%v holds %+v", err, u)
	}
}

// Dice that a person rolls can be taken back one by one, too.
func TestSessionUndoDice(t *testing.T) {
	var s engine.Session
	s.Load([]engine.Entry{{Text: "roll"}, {Side: engine.Luck, Sides: 6, N: 5}, {Text: "hold"}, {Side: engine.Luck, Sides: 6, N: 2}})
	everybody := func(engine.Side) bool { return true }
	for _, want := range []int{3, 2, 1, 0} {
		if !s.Undo(everybody) || len(s.Entries()) != want {
			t.Fatalf("%d answers are left, want %d", len(s.Entries()), want)
		}
	}
	if s.Undo(everybody) {
		t.Error("nothing is left, and yet it is taken back")
	}
	for _, want := range []int{1, 2, 3, 4} {
		if !s.Redo(everybody) || len(s.Entries()) != want {
			t.Fatalf("%d answers are given again, want %d", len(s.Entries()), want)
		}
	}
}
