package repl

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/sorceryview"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/analysis"
	"houserule/engine/enginetest"
	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/players"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

func sorceryLibrary(t testing.TB) *library.Library {
	t.Helper()
	lib, err := library.LoadMods(sorcerydata.Format(), library.Base(sorcerydata.Format(), os.DirFS("../../..")), nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

func campaignMatch(t testing.TB, lib *library.Library, scenario string, seed uint64, players ...string) library.Match {
	t.Helper()
	s, err := lib.Scenario(scenario)
	if err != nil {
		t.Fatal(err)
	}
	return library.Match{Scenario: scenario, Setup: s.Setup, Players: players, Seed: seed, Dice: library.Seeded}
}

// spectator is a person, or two, who answers at random, asks everything that can
// be asked, and reads whatever reaches the screen.
type spectator struct {
	view.Frontend
	t      *testing.T
	p      *Prompt
	seat   engine.Side
	rand   *rand.Rand
	queue  []string
	last   string
	number int
	most   int             // lines that it types
	both   bool            // two people play, in turn at the keyboard
	pauses int             // of those
	met    [2]map[int]bool // units of the enemy that a seat has seen
	tested int             // names that were looked for
	dice   int             // that were asked for
}

func (s *spectator) Interactive() bool { return true }
func (s *spectator) Number() int       { return s.number }
func (s *spectator) Secret(bool)       {}
func (s *spectator) Close() error      { return nil }

// Next is one of the questions that it still wants to ask, or an answer.
func (s *spectator) Next(prompt string) (string, error) {
	if prompt == "> " {
		s.pauses++
		return "", nil
	}
	shallow(s.p)
	if s.number++; s.number > s.most || s.p.view.Battle().Over() {
		return "", io.EOF
	}
	if len(s.queue) == 0 {
		s.queue = s.questions()
	}
	s.last, s.queue = s.queue[0], s.queue[1:]
	return s.last, nil
}

// questions are some that it could be told too much by, and then an answer.
func (s *spectator) questions() (lines []string) {
	b := s.p.view.Battle().(*fight.Battle)
	grid := sorcery.TheaterOf(b.Reading()).Grid()
	any := b.Reading().Name(b.Unit(s.rand.IntN(len(b.Units()))))
	hex := grid.Number(sorcery.TheaterOf(b.Reading()).Campaign().Stacks[s.rand.IntN(len(sorcery.TheaterOf(b.Reading()).Campaign().Stacks))].Hex)
	all := []string{
		"board", "map", "map compact " + hex, "stacks", "stacks " + hex, "goals", "legend", "log 5", "why", "options", "options all", "hint",
		"show " + any, "show " + hex, any, any + " march " + hex, "path " + any + " all " + hex, "reach " + any, "range " + any, "move " + any, "with " + any,
		"odds", "odds " + any, "odds react", "odds breach", "odds supply", "odds supply " + hex, "pick " + any, "lose " + any, "react " + any, "undo", "lua 1",
	}
	for range 4 {
		lines = append(lines, all[s.rand.IntN(len(all))])
	}
	for _, word := range s.p.desk().Complete("show ") {
		fmt.Fprint(s.p.Out, word, " ")
	}
	if s.p.view.Asked().IsDie() {
		s.dice++
		return append(lines, strconv.Itoa(1+s.rand.IntN(int(s.p.view.Asked().Sides))))
	}
	options := s.p.view.Options()
	if len(options) == 0 {
		return append(lines, "quit")
	}
	n := s.rand.IntN(len(options))
	if s.rand.IntN(2) == 0 {
		n = 0
	}
	return append(lines, options[n].Text)
}

var enemyName = regexp.MustCompile(`\b([a-z])(\d+)(?:-(\d+))?\b`)

// Write reads what reaches the screen. News reach it later than they happen: Lines reads them.
func (s *spectator) Write(text []byte) (int, error) {
	if s.p.game == nil {
		return len(text), nil
	}
	rest := string(text)
	for _, l := range s.p.log.Lines {
		var told strings.Builder
		if l.Depth > 0 && s.p.maySee(l) {
			l.Print(&screen.Fold{To: &told, Width: s.p.Width}, false)
			rest = strings.ReplaceAll(rest, told.String(), "")
		}
	}
	s.reads(rest)
	return len(text), nil
}

// New returns a view whose news the spectator reads when they happen.
func (s *spectator) New(lib *library.Library, m library.Match, b engine.Story) *view.View {
	v := s.Frontend.New(lib, m, b)
	v.Veil = overheard{v.Veil, s}
	return v
}

type overheard struct {
	view.Veil
	by *spectator
}

func (o overheard) Lines(e engine.Event) []screen.Line {
	lines := o.Veil.Lines(e)
	for _, l := range lines {
		if o.by.p.game != nil && o.by.p.maySee(l) {
			o.by.reads(l.Text)
		}
	}
	return lines
}

// reads reads what a person is shown now.
func (s *spectator) reads(text string) {
	b := s.p.view.Battle().(*fight.Battle)
	if b.Over() || s.p.view.Battle().Over() {
		return
	}
	if s.both {
		s.seat = max(s.p.seat, 0)
	}
	for seat := range engine.Side(2) {
		for i := range b.Units() {
			if b.Reading().KnownTo(seat).Sees(b.Unit(i)) {
				s.met[seat][i] = true
			}
		}
	}
	met := s.met[s.seat]
	told := strings.HasPrefix(s.last, "log") || strings.HasPrefix(s.last, "why") || s.last == "undo" || s.both // whose turn it is is told what has happened
	typed := strings.Fields(s.last)
	for _, m := range enemyName.FindAllStringSubmatch(text, -1) {
		if m[1] != string(b.Reading().Letter(1-s.seat)) {
			continue
		}
		first, _ := strconv.Atoi(m[2])
		last := first
		if m[3] != "" {
			last, _ = strconv.Atoi(m[3])
		}
		for n := first; n <= last; n++ {
			name := fmt.Sprint(m[1], n)
			u, err := b.Reading().UnitNamed(name)
			if err != nil || contains(typed, name) && !strings.Contains(text, name+" (") { // it has said that itself
				continue
			}
			if s.tested++; !b.Reading().KnownTo(s.seat).Sees(u) && !(told && met[u.ID()]) {
				s.t.Errorf("%s, behind %q: %s is named:\n%s", b.Scene(), s.last, b.Reading().Label(u), text)
			}
		}
	}
	for i := range b.Units() {
		u := b.Unit(i)
		if b.Reading().KnownTo(s.seat).Sees(u) || met[i] && told || s.known(b, u.Kind()) {
			continue
		}
		if s.tested++; strings.Contains(text, u.Kind().Name) {
			s.t.Errorf("%s, behind %q: a kind is named, %s:\n%s", b.Scene(), s.last, b.Reading().Label(u), text)
		}
	}
}

// known reports whether somebody of a kind is known to be there, or to be gone, or
// its name says no more than its race.
func (s *spectator) known(b *fight.Battle, k *fight.Kind) bool {
	for i := range b.Units() {
		if u := b.Unit(i); k.Name == k.Of().Name || u.Kind() == k && (b.Reading().KnownTo(s.seat).Sees(u) || s.met[s.seat][i]) {
			return true
		}
	}
	return false
}

func contains(words []string, word string) bool {
	for _, w := range words {
		if w == word {
			return true
		}
	}
	return false
}

// S6: whatever a person types, and whatever happens, nothing on the screen says
// who stands in a stack of the computer that the person has not looked into.
func TestNoHiddenUnitReachesTheScreen(t *testing.T) {
	lib := sorceryLibrary(t)
	tested, pauses, dice := 0, 0, 0
	for seed, test := range []struct {
		scenario string
		players  []string
		dice     string
	}{
		{"two-valleys", []string{"human", "greedy"}, library.Seeded}, {"two-valleys", []string{"greedy", "human"}, library.Seeded},
		{"two-valleys", []string{"human", "human"}, library.Seeded}, {"two-valleys", []string{"random", "human"}, library.Asked},
		{"alderhold", []string{"human", "greedy"}, library.Seeded}, {"alderhold", []string{"random", "human"}, library.Asked},
		{"alderhold", []string{"human", "human"}, library.Seeded},
	} {
		if seed > 3 && !enginetest.Long {
			break
		}
		s := &spectator{Frontend: sorceryview.Frontend{}, t: t, rand: rand.New(rand.NewPCG(uint64(seed), 5)), met: [2]map[int]bool{{}, {}}, most: max(enginetest.Rounds(700), 200)}
		if s.both = test.players[0] == test.players[1]; test.players[0] != "human" {
			s.seat = 1
		}
		s.p = New(Config{
			Game: session.Game{Frontend: s, Library: lib}, Shelf: session.Shelf{Places: saves.Places{}, Seed: func() uint64 { return 9 }}, Lines: s, Out: s,
			Width: func() int { return 80 },
		})
		match := campaignMatch(t, lib, test.scenario, uint64(seed+1), test.players...)
		match.Dice = test.dice
		if err := s.p.Start(match); err != nil {
			t.Fatal(err)
		}
		tested, pauses, dice = tested+s.tested, pauses+s.pauses, dice+s.dice
		if t.Failed() {
			break
		}
	}
	if dice < 10 {
		t.Errorf("%d dice were asked for", dice)
	}
	if pauses < 10 {
		t.Errorf("the keyboard was passed on %d times", pauses)
	}
	if tested < 1000 {
		t.Errorf("only %d names were looked for", tested)
	}
}

// sitInWar runs a script in a campaign and returns all that was printed.
func sitInWar(t testing.TB, places saves.Places, scenario string, keepGoing bool, lines string, players ...string) (string, error) {
	t.Helper()
	lib := sorceryLibrary(t)
	var out strings.Builder
	p := New(Config{
		Game: session.Game{Frontend: sorceryview.Frontend{}, Library: lib, Mods: session.Mods{Eval: func(engine.Battle, string) (string, error) { return "seen", nil }}}, Shelf: session.Shelf{Places: places, Seed: func() uint64 { return 9 }}, Lines: NewScript(strings.NewReader(lines), &out), Out: &out,
		Width: func() int { return 80 }, KeepGoing: keepGoing,
	})
	err := p.Start(campaignMatch(t, lib, scenario, 3, players...))
	return out.String(), err
}

// A whole campaign at the prompt, with a battle, previews and mistakes, word for
// word.
func TestCampaignAtThePrompt(t *testing.T) {
	script, err := os.ReadFile("testdata/two-valleys.script")
	if err != nil {
		t.Fatal(err)
	}
	out, err := sitInWar(t, folders(t), "two-valleys", true, string(script), "human", "human")
	if err == nil || !strings.HasPrefix(err.Error(), "mistaken lines: ") {
		t.Errorf("it ends with %v", err)
	}
	const file = "testdata/two-valleys.txt"
	if *update {
		if err := os.WriteFile(file, []byte(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if out != string(want) {
		t.Errorf("%s is out of date: run go test ./cmd/houserule/repl -run TestCampaignAtThePrompt -update and read the difference", file)
	}
}

// A mistake in a line that is several answers takes all of them back.
func TestJoinedAnswersAreTakenBack(t *testing.T) {
	out, _ := sitInWar(t, folders(t), "two-valleys", true, "w1 march 0907 all\nw1 march 0304 all\nstacks 0203\nundo\nundo\nundo\nstacks 0203\nundo\n", "human", "greedy")
	for _, want := range []string{
		"it is out of reach (S2)", "w1 (Sir Oswin) with 6 more marches to 0304", "stacks 0203\nNo unit stands there.",
		"stacks 0203\n0203 west: w1 Sir Oswin", "there is nothing to take back",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
}

// In the middle of a campaign nobody gets to see what was hidden from him by
// sitting down elsewhere; at the start redo does not lead there, either.
func TestSeatsKeepTheirSecrets(t *testing.T) {
	const refused = "each side sees only its own units here, so people change seats only\nbefore the first answer or after the end (new starts another battle)"
	for _, row := range []struct {
		name, lines string
		players     []string
		want, never []string
	}{
		{
			"in the middle", "w1 march 0304\nseats greedy,human\nseats human,human\nseats greedy,greedy\nseats human,gredy\nstacks 0803\nseats human,search\nseats\n", []string{"human", "greedy"},
			[]string{"line 2: " + refused, "line 3: " + refused, "line 4: " + refused, `line 5: unknown player "gredy"`, "0803 east: a stack that nobody has looked into", "human plays the west, search the east"},
			[]string{"0803 east: e1", "line 7"},
		},
		{
			"after the computer", "seats human,greedy\nstacks 0203\n", []string{"greedy", "human"},
			[]string{"line 1: " + refused}, []string{": w1 Sir Oswin"},
		},
		{
			"one of two leaves", "w1 march 0304\nseats human,greedy\nstacks 0803\n", []string{"human", "human"},
			[]string{"0803 east: a stack that nobody has looked into"}, []string{"line 2", "0803 east: e1"},
		},
		{
			"at the start", "w1 march 0304\nundo\nundo\nundo\nseats human,human\nredo\n", []string{"human", "greedy"},
			[]string{"there is nothing to redo"}, []string{"line 5"},
		},
	} {
		out, _ := sitInWar(t, folders(t), "two-valleys", true, row.lines, row.players...)
		for _, want := range row.want {
			if !strings.Contains(out, want) {
				t.Errorf("%s: %q is not in\n%s", row.name, want, out)
			}
		}
		for _, never := range row.never {
			if strings.Contains(out, never) {
				t.Errorf("%s: %q is in\n%s", row.name, never, out)
			}
		}
	}
}

// Show without a word names one of the side's own units, and a hex.
func TestShowNamesOnesOwn(t *testing.T) {
	for want, players := range map[string][]string{
		"line 1: show takes a unit or a hex, as in show w1 or show 0304": {"human", "greedy"},
		"line 1: show takes a unit or a hex, as in show e1 or show 0304": {"greedy", "human"},
	} {
		if out, _ := sitInWar(t, folders(t), "two-valleys", true, "show\n", players...); !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
}

// A line that tells a unit to march which may not says why, and not only that
// nobody is asked to march.
func TestWhoMayNotMarch(t *testing.T) {
	out, _ := sitInWar(t, folders(t), "two-valleys", true, "e1 march 0304\nw12 march 0304\nw99 march 0304\nw1\nw8 march 0304\n", "human", "human")
	for _, want := range []string{
		"line 1: unknown unit \"e1\": did you mean \"w1\"?", "line 2: w12 (Levies): militia stays where it is (S4)",
		"line 3: unknown unit \"w99\"", "line 5: w8 (Captain Hob): it does not stand with the others (S2)",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
}

// A replay of a war that goes on shows what one of its people sees, and goes
// through what he was asked; who plays on from it sees no more.
func TestReplaysShowOneSeat(t *testing.T) {
	places := folders(t)
	const lines = "lua 1\nw1 march 0304 all\nshow e1\nsave war\nreplay war\nforth 3\nshow e1\nlua 1\nstacks 0803\nlog\ntake human,human\ntake greedy,human\ntake greedy,greedy\ntake\nshow e1\nstacks 0803\n"
	out, err := sitInWar(t, places, "two-valleys", true, lines, "human", "greedy")
	if err == nil {
		t.Error("show e1 is no mistake")
	}
	const refused = "each side sees only its own units here, so people change seats only\nbefore the first answer or after the end (new starts another battle)"
	for _, want := range []string{
		"line 1: lua sees everything, and no side may do so here: replay the battle when", "Two valleys: a replay of 3 choices.",
		"line 3: unknown unit \"e1\"", "line 7: unknown unit \"e1\"", "line 8: lua sees everything", "> stacks 0803\n0803 east: a stack that nobody has looked into\nreplay 3/3> log\n",
		"line 11: " + refused, "line 12: " + refused, "line 13: " + refused, "From here on human plays against greedy.",
		"line 15: unknown unit \"e1\"", "west moves> stacks 0803\n0803 east: a stack that nobody has looked into\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	for _, never := range []string{"e1 Gash", "e2"} {
		if strings.Contains(out, never) {
			t.Errorf("%q is in\n%s", never, out)
		}
	}
}

// Nobody takes the other side of a war that goes on where its replay begins: it
// may have moved before the first answer.
func TestReplaysAreTakenByWhoPlays(t *testing.T) {
	out, _ := sitInWar(t, folders(t), "two-valleys", true, "done\nsave war\nreplay war\nback 9\ntake human,greedy\nstacks 0504\n", "greedy", "human")
	if !strings.Contains(out, "line 5: each side sees only its own units here") || strings.Contains(out, "w1 Sir Oswin") {
		t.Errorf("the east may look at\n%s", out)
	}
}

// Of two people it is the one who asks for the replay, and what the other is asked
// is left out.
func TestReplaysOfTwoPeople(t *testing.T) {
	const lines = "w1 march 0304 all\ndone\ne1 march 0703\ndone\ndone\ne2 march 0703\nsave war\nreplay war\nforth 9\noptions\nstacks\n"
	out, _ := sitInWar(t, folders(t), "two-valleys", true, lines, "human", "human")
	_, replay, ok := strings.Cut(out, ": a replay of ")
	if !ok {
		t.Fatalf("there is no replay:\n%s", out)
	}
	if !strings.HasPrefix(replay, "7 choices.") || !strings.Contains(replay, "0304 west: a stack that nobody has looked into") || !strings.Contains(replay, "0803 east: e3-5 3 Orc Spears") {
		t.Errorf("east looks at\n%s", replay)
	}
	if regexp.MustCompile(`w\d`).MatchString(replay) {
		t.Errorf("it is told who is in a stack of west:\n%s", replay)
	}
}

// shallow makes looks at the answers of a war short, where their chances do not matter.
func shallow(p *Prompt) { p.view.Adviser.(*sorceryview.View).Look = analysis.Nodes(10) }

// A finisher gives the best answer, or what a short look takes for it, until the battle is over, and types lines then.
type finisher struct {
	p     *Prompt
	lines []string
}

func (f *finisher) Interactive() bool { return false }
func (f *finisher) Number() int       { return 0 }
func (f *finisher) Secret(bool)       {}
func (f *finisher) Close() error      { return nil }

func (f *finisher) Next(string) (string, error) {
	shallow(f.p)
	if options := f.p.view.Options(); len(options) > 0 && !f.p.Watched {
		return options[0].Text, nil
	}
	if len(f.lines) == 0 {
		return "", io.EOF
	}
	line := f.lines[0]
	f.lines = f.lines[1:]
	return line, nil
}

// A replay of a war that is over shows everything, whoever has played it.
func TestReplaysOfTheEndShowEverything(t *testing.T) {
	lib := sorceryLibrary(t)
	f := &finisher{lines: []string{"save war", "replay war", "forth", "show e1", "lua 1", "stacks 0804", "take greedy,human"}}
	var out strings.Builder
	f.p = New(Config{
		Game: session.Game{Frontend: sorceryview.Frontend{}, Library: lib, Mods: session.Mods{Eval: func(engine.Battle, string) (string, error) { return "seen", nil }}}, Shelf: session.Shelf{Places: folders(t)}, Lines: f, Out: &out, Width: func() int { return 80 }, KeepGoing: true,
	})
	_ = f.p.Start(campaignMatch(t, lib, "two-valleys", 3, "human", "greedy"))
	_, replay, _ := strings.Cut(out.String(), ": a replay of ")
	for _, want := range []string{"e1: Gash Bonechewer, east, in 0803", "\nseen\n", "0804 (The Tooth) east: e9 Nib the Third", "From here on greedy plays against human."} {
		if !strings.Contains(replay, want) {
			t.Errorf("%q is not in\n%s", want, replay)
		}
	}
}

// A looker gives the best answer until the log has a line of which why has no numbers to
// tell, and asks why.
type looker struct {
	finisher
	asked string // the line
}

func (l *looker) Next(prompt string) (string, error) {
	for i, line := range l.p.log.Lines {
		if line.Sum == "" || len(line.Accounts) > 0 {
			continue
		}
		if l.asked != "" {
			return "", io.EOF
		}
		l.asked = fmt.Sprintf("line %d: %s", i+1, line.Text)
		return fmt.Sprintf("why %d", i+1), nil
	}
	return l.finisher.Next(prompt)
}

// Why says that a hidden roll depends on hidden units.
func TestWhyOfAHiddenRoll(t *testing.T) {
	var out strings.Builder
	l := &looker{}
	l.p = New(Config{Game: session.Game{Frontend: sorceryview.Frontend{}, Library: sorceryLibrary(t)}, Lines: l, Out: &out, Width: func() int { return 80 }, KeepGoing: true})
	_ = l.p.Start(campaignMatch(t, l.p.Library, "two-valleys", 3, "human", "greedy"))
	want := l.asked + ": the numbers depend on units that you do not see (S6)"
	if said := strings.Join(strings.Fields(out.String()), " "); l.asked == "" || !strings.Contains(said, want) {
		t.Errorf("no %q in\n%s", want, out.String())
	}
}

// After a war the log hides nothing, and why explains every roll in it.
func TestLogOfTheEndShowsEverything(t *testing.T) {
	lib := sorceryLibrary(t)
	f := &finisher{lines: []string{"log 9999"}}
	var out strings.Builder
	f.p = New(Config{
		Game: session.Game{Frontend: sorceryview.Frontend{}, Library: lib}, Shelf: session.Shelf{Places: folders(t)}, Lines: f, Out: &out, Width: func() int { return 80 }, KeepGoing: true,
	})
	_ = f.p.Start(campaignMatch(t, lib, "two-valleys", 3, "human", "greedy"))
	_, log, _ := strings.Cut(out.String(), "log 9999")
	if log == "" {
		log = out.String()[strings.LastIndex(out.String(), "    1  "):]
	}
	if strings.Contains(log, "a stack of east") || !strings.Contains(log, "e1 (Gash Bonechewer)") {
		t.Errorf("the log after the war hides units:\n%s", log)
	}
	for _, l := range f.p.chronicle() {
		if strings.Contains(l.Text, "to react") || l.Sum != "" && len(l.Accounts) == 0 {
			t.Errorf("why does not explain %q", l.Text)
		}
	}
}

// The examples of help name units of the battle, and such as can do it.
func TestHelpNamesUnits(t *testing.T) {
	lib := sorceryLibrary(t)
	for _, test := range []struct {
		scenario string
		players  []string
		before   string
		examples map[string]string
	}{
		{"two-valleys", []string{players.Human, "greedy"}, "", map[string]string{
			"react": "react w1", "march": "w1 march 0304 all", "rally": "rally w2", "path": "path w1 all 0304", "show": "show w2"}},
		{"two-valleys", []string{"greedy", players.Human}, "", map[string]string{"react": "react e1", "march": "e1 march 0304 all"}},
		{"long-meadow", []string{players.Human, players.Human}, "lead d2\n", map[string]string{"charge": "charge a2", "lead": "lead a1", "wound": "wound a1"}},
	} {
		for command, want := range test.examples {
			_, text := typing(t, sorceryview.Frontend{}, lib, campaignMatch(t, lib, test.scenario, 3, test.players...), test.before+"help "+command)
			if !strings.Contains(text, "\n  example: "+want+"\n") {
				t.Errorf("%s: the example of %s is no %q:\n%s", test.scenario, command, want, text[max(len(text)-300, 0):])
			}
		}
	}
}
