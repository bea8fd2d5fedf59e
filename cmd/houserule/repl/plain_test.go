package repl

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/players"
)

// pig is a game of which the prompt knows nothing. Who has the turn throws a
// die into a pot as often as it dares, and keeps the pot, whole or but for one;
// a 1 takes the pot away. The first with goal points wins.
type pig struct {
	table  *engine.Table
	scores []int
	goal   int
	turn   engine.Side
	turns  int
	pot    int
	torn   bool // its board cannot be drawn at the end
}

const (
	throw = iota
	keepAll
	keepRest
)

func newPig(seats, goal int) *pig { return &pig{scores: make([]int, seats), goal: goal} }

func (p *pig) Begin(t *engine.Table) {
	p.Sit(t)
	clear(p.scores)
	p.turn, p.turns, p.pot = 0, 0, 0
}

func (p *pig) Step() { p.play(p.table.Choose(p.turn, (*dare)(p))) }

func (p *pig) play(answer int) {
	if answer == throw {
		n := p.table.Roll(3, 2)
		p.table.Report(engine.Event{What: 1, Who: int32(p.turn), N: int32(n)})
		if p.pot += n; n > 1 {
			return
		}
		p.pot = 0
	}
	p.scores[p.turn] += p.pot - answer/keepRest
	p.table.Report(engine.Event{What: 2, Who: int32(p.turn), N: int32(p.scores[p.turn])})
	p.pot = 0
	if !p.Over() {
		p.turn = (p.turn + 1) % engine.Side(len(p.scores))
		p.turns++
	}
}

func (p *pig) Winner() engine.Side {
	return engine.Side(slices.IndexFunc(p.scores, func(n int) bool { return n >= p.goal }))
}

func (p *pig) Over() bool          { return p.Winner() != engine.Draw }
func (p *pig) Round() int          { return p.turns/len(p.scores) + 1 }
func (p *pig) RoundLimit() int     { return 0 }
func (p *pig) TimeUp() engine.Side { return engine.Draw }
func (p *pig) Timed() bool         { return false }
func (p *pig) Seats() int          { return len(p.scores) }

func (p *pig) Value(side engine.Side) int { return p.scores[side] + 1 }

func (p *pig) AppendKey(key []byte) []byte {
	return fmt.Append(key, p.scores, p.turn, p.pot)
}

func (p *pig) Fresh() engine.Battle { return newPig(len(p.scores), p.goal) }

func (p *pig) CopyFrom(src engine.Battle) {
	table, scores := p.table, p.scores
	*p = *src.(*pig)
	p.table, p.scores = table, scores
	copy(p.scores, src.(*pig).scores)
}

func (p *pig) Sit(t *engine.Table) {
	p.table = t
	t.Place(p)
}

func (p *pig) Scene() string   { return fmt.Sprintf("turn %d", p.turns+1) }
func (p *pig) Outcome() string { return fmt.Sprintf("seat %d wins", p.Winner()+1) }

func (p *pig) Describe(e engine.Event) string {
	if e.What == 1 {
		return fmt.Sprintf("seat %d throws a %d", e.Who+1, e.N)
	}
	return fmt.Sprintf("seat %d has %d", e.Who+1, e.N)
}

func (p *pig) Board(engine.Side) []string {
	if p.torn && p.Over() {
		p.table.Fail(errors.New("the board is torn"))
	}
	return []string{fmt.Sprintf("scores %v, pot %d", p.scores, p.pot)}
}

// dare is the choice of who has the turn.
type dare pig

func (d *dare) Legal(n int) bool {
	return n == throw && d.pot < d.goal || d.pot > 0 && (n == keepAll || n == keepRest)
}

func (d *dare) First() int {
	if d.Legal(throw) {
		return throw
	}
	return keepAll
}

func (d *dare) Prompt() string { return "Throw, or keep?" }

func (d *dare) Each(yield func(int) bool) {
	for n := throw; n <= keepRest; n++ {
		if d.Legal(n) && !yield(n) {
			return
		}
	}
}

var dares = []string{"throw", "keep all", "keep rest"}

func (d *dare) Name(n int) string { return dares[n] }

func (d *dare) Parse(text string) (int, error) {
	if n := slices.Index(dares, text); n >= 0 {
		return n, nil
	}
	return 0, &engine.Unknown{What: "answer", Word: text, Known: dares}
}

func (d *dare) Evaluate(n int) int {
	if n == throw {
		return 3
	}
	return d.pot - n/keepRest
}

func (d *dare) Scratch() engine.Battle { return (*pig)(d).Fresh() }

func (d *dare) Try(scratch engine.Battle, answer int) {
	p := scratch.(*pig)
	p.CopyFrom((*pig)(d))
	p.play(answer)
}

// table is a set-up of so many players.
type table int

func (t table) SeatNames() []string    { return []string{"aggressor", "defender", "third", "fourth"}[:t] }
func (t table) Fields() []engine.Field { return nil }

// pigs is a game in which every battle is the same one.
type pigs struct {
	engine.Game
	battle *pig
}

func (p pigs) NewBattle(engine.Setup) (engine.Story, error) { return p.battle, nil }

// sitAt runs a script at the prompt over a game of pig.
func sitAt(t *testing.T, b *pig, lines string) string {
	t.Helper()
	system := view.PlainFrontend{Game: "pig"}
	var out strings.Builder
	p := newPrompt(testLibrary(t), saves.Places{}, sitting{lines: lines, keepGoing: true}, &out)
	p.Frontend = system
	m := library.Match{Setup: table(len(b.scores)), Seed: 2, Dice: library.Seeded}
	m.Players = []string{players.Human, "greedy"}
	lib := *p.Library
	lib.Game = pigs{lib.Game, b}
	battle, err := session.New(session.Ground{Game: session.Game{Frontend: system, Library: &lib}, Match: m}, engine.OracleFunc(p.answer))
	if err != nil {
		t.Fatal(err)
	}
	g, err := newGame(battle)
	if err != nil {
		t.Fatal(err)
	}
	_ = p.play(g) // its mistakes are in out
	return out.String()
}

// A game of which nothing is known can be played: by verbs, by bare answers and
// with all that is told of its options.
func TestPlainGame(t *testing.T) {
	out := sitAt(t, newPig(2, 6), `
options
odds
hint
throw
undo
throw
keep some
options keep
keep rest
log 3
show pot
odds a1
help throw
help keep
replay
lots
3
`)
	for _, want := range []string{
		"Typed armies", "scores [0 0], pot 0", "Throw, or keep? (throw)", "aggressor chooses> throw\n",
		"  answer  wins\n  throw   58.7 %\n", "How often the aggressor wins after each answer. ",
		"\n  throw  58.7 % (57.72595 %, 3.26 rounds to go)\n",
		"The best answer: throw. The aggressor then wins 58.7 %, from best play of both\nsides.",
		"  keep all   51.4 %\n  keep rest  51.4 %\n",
		"seat 1 throws a ", `unknown answer "keep some" (known: throw, keep all, keep rest)`,
		`unknown command "show"`,
		`"a1" is too much: in this game odds takes only the word more`,
		"throw: an answer to: Throw, or keep?\n  example: throw\n", `unknown command "lots"`, "3 is not an answer to this question. Throw, or keep? (throw",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("want %q", want)
		}
	}
	if t.Failed() {
		t.Log(out)
	}
}

// What stands behind the word that all options share is an answer, numbers as
// well; what some of them share is not.
func TestBareAnswers(t *testing.T) {
	asked := func(c engine.Choice) *view.Plain {
		v := view.NewPlain(view.NewFrame(&library.Library{}, library.Match{}, newPig(2, 3), []string{"red", "green"}, nil, ""))
		v.Ask(engine.Question{Choice: c})
		return v
	}
	bids := asked(words{"bid 0", "bid 3", "bid 12"})
	if n, ok, _ := view.Bare(bids, []string{"3"}); !ok || n != 1 {
		t.Errorf("3 is %d, %t; want bid 3", n, ok)
	}
	if n, ok, _ := view.Bare(bids, []string{"bid", "12"}); !ok || n != 2 {
		t.Errorf("bid 12 is %d, %t", n, ok)
	}
	if _, ok, err := view.Bare(asked(words{"throw", "keep all"}), []string{"all"}); ok && err == nil {
		t.Error("all is an answer, though not all options begin with keep")
	}
}

// words are a choice among names.
type words []string

func (w words) Legal(n int) bool  { return n >= 0 && n < len(w) }
func (w words) First() int        { return 0 }
func (w words) Name(n int) string { return w[n] }

func (w words) Each(yield func(int) bool) {
	for n := range w {
		if !yield(n) {
			return
		}
	}
}

func (w words) Parse(text string) (int, error) {
	if n := slices.Index(w, text); n >= 0 {
		return n, nil
	}
	return 0, errors.New("unknown")
}

// Three sides are told of as two are.
func TestPlainViewOfThree(t *testing.T) {
	b := newPig(3, 3)
	v := view.NewPlain(view.NewFrame(&library.Library{Players: players.Common()}, library.Match{}, b, []string{"red", "green", "blue"}, nil, ""))
	v.SetPlayers([]string{players.Human, "greedy", "random"})
	asked := false
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		if !asked {
			asked = true
			askPlainView(t, v, q)
		}
		if q.Choice.Legal(keepAll) {
			return keepAll, nil
		}
		return throw, nil
	})
	if err := engine.Play(v.Battle(), engine.NewTable(engine.NewDice(1), player, player, player)); err != nil || !asked || !v.Over() {
		t.Errorf("error %v, asked %t, over %t", err, asked, v.Over())
	}
}

func askPlainView(t *testing.T, v *view.Plain, q engine.Question) {
	v.Ask(q)
	defer v.Ask(engine.Question{})
	text, err := v.Odds(context.Background(), nil)
	if err != nil || !strings.HasPrefix(text, "How often the red wins after each answer. Chances to win, ") || !strings.Contains(text, " In brackets: exactly, if greedy, greedy and random play on.\n  throw  60.6 % (59.12619 %, 1.33 rounds to go)") {
		t.Errorf("%s, %v", text, err)
	}
	if got := view.Complete(v, "", engine.Verb{Name: "throw"}, nil); got != nil {
		t.Errorf("behind throw stands %v", got)
	}
	if got := v.Topics(); !slices.Equal(got, []string{view.Start, "throw", "round 1"}) {
		t.Errorf("the topics are %v", got)
	}
	if line, ok := v.Line(engine.Event{What: 2, Who: 1, N: 3}); !ok || line.Text != "seat 2 has 3" || line.Where != "turn 1" {
		t.Errorf("%+v, %t", line, ok)
	}
	if board := view.Draw(v, view.Size{Columns: screen.Usual}); !strings.Contains(board, "turn 1\nscores [0 0 0], pot 0\n") {
		t.Errorf("the board is\n%s", board)
	}
}

// What fails when the end is shown is told.
func TestEndFails(t *testing.T) {
	b := newPig(2, 2)
	b.torn = true
	const want = "\nundo goes back, review separates luck from skill, new starts another battle,\nsave NAME saves this one, quit leaves.\nturn 1: the board is torn\n"
	if out := sitAt(t, b, "throw\nkeep all\nquit\n"); !strings.Contains(out, want) {
		t.Errorf("got\n%s", out)
	}
}

// A tally knows who has won, and what is left.
func TestPlainTally(t *testing.T) {
	b := newPig(2, 3)
	tally := view.PlainFrontend{}.NewTally(b, nil, []string{"red", "green"})
	b.scores = []int{1, 4}
	tally.Count()
	got := tally.Counts()
	if row := got[0].Rows["decided"]; !slices.Equal(row, []int64{0, 1, 0}) || !slices.Equal(got[0].Columns, []string{"red won", "green won", "draw"}) {
		t.Errorf("the endings are %+v", got[0])
	}
	if got[1].Rows["green"][0] != 5 {
		t.Errorf("what is left: %+v", got[1])
	}
}

// The prompt has no words of heroes where another game is played.
func TestWordsOfAnotherGame(t *testing.T) {
	for _, c := range commandsOf(view.PlainFrontend{Game: "pig"}) {
		for _, word := range []string{"card", "stack", "creature", "aggressor", "army", "siege", "H2"} {
			if text := strings.Join([]string{c.Usage, c.Text, c.Example}, " "); strings.Contains(text, word) {
				t.Errorf("%s speaks of %q: %s", c.Name, word, text)
			}
		}
	}
}

// named is a game with words that scripts write, and saves.
func named(t *testing.T) *Prompt {
	t.Helper()
	lib := testLibrary(t)
	places := folders(t)
	if _, err := sit(lib, places, sitting{lines: "save lost-cause\n"}); err != nil {
		t.Fatal(err)
	}
	if _, err := places.Save("lot", &engine.Journal{Header: engine.Header{Fields: []engine.Field{{Key: "game", Value: "pig"}}, Seats: []string{"one", "two"}}}, false); err != nil {
		t.Fatal(err)
	}
	p := newPrompt(lib, places, sitting{}, new(strings.Builder))
	p.Mods.Names = func() []string { return []string{"log", "loadfile", "battle.round", "battle:stack"} }
	m, err := sitting{}.match(lib)
	if err != nil {
		t.Fatal(err)
	}
	battle, err := session.New(session.Ground{Game: p.Game, Match: m}, engine.OracleFunc(p.answer))
	if err != nil {
		t.Fatal(err)
	}
	if p.game, err = newGame(battle); err != nil {
		t.Fatal(err)
	}
	return p
}

// Tab offers each word once, commands before what scripts write, methods behind a
// dot, and saves of this game only.
func TestCompletion(t *testing.T) {
	p := named(t)
	for line, want := range map[string]string{
		"help lo":      "log load look",
		"help loadf":   "loadfile",
		"lua battle.":  "battle.round battle:stack",
		"load lo":      "lost-cause",
		"save lo":      "lost-cause",
		"save a ":      "over remove",
		"save a r":     "remove",
		"save a over ": "",
	} {
		if got := strings.Join(p.desk().Complete(line), " "); got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
}
