package saves_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"houserule/cmd/houserule/gamestest"
	"houserule/cmd/houserule/programtest"
	"houserule/cmd/houserule/usage"
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
)

// Whatever was answered before the next question was asked outlives kill -9,
// at any moment: the journal on disk is always the beginning of the journal
// of the same battle played without a kill, at least as far as it was
// acknowledged, and in the end it is the same, byte for byte.
func TestKill(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(*programtest.KillSeed, 0))
	for left := *programtest.Kills; left > 0; {
		s := newStage(t, rng, 1)
		left -= s.drive(rng, left)
		s.finish()
	}
}

// Two programs in the same folders do each other no harm while they are
// killed: play --resume takes no battle that is being played.
func TestKillTwo(t *testing.T) {
	t.Parallel()
	const drivers = 2
	rngs := [drivers]*rand.Rand{}
	for i := range rngs {
		rngs[i] = rand.New(rand.NewPCG(*programtest.KillSeed, uint64(1+i)))
	}
	for left := *programtest.Kills; left > 0; {
		s := newStage(t, rngs[0], drivers)
		var done [drivers]int
		var drive sync.WaitGroup
		for i := range done {
			drive.Go(func() { done[i] = s.drive(rngs[i], (left+i)/drivers) })
		}
		drive.Wait()
		for _, n := range done {
			left -= n
		}
		s.finish()
	}
}

// Whoever goes on at the same time goes on with different battles.
func TestKillThenResumeAtOnce(t *testing.T) {
	t.Parallel()
	const programs = 4
	s := newStage(t, rand.New(rand.NewPCG(*programtest.KillSeed, 3)), programs)
	all := make([]*life, programs)
	for i := range all {
		l, err := s.open()
		if err != nil {
			t.Fatal(err)
		}
		all[i] = l
	}
	for _, l := range all {
		l.Kill()
	}
	for i := range all {
		all[i] = s.run("play", "--resume")
	}
	names := map[string]bool{}
	for i, l := range all {
		name, _, err := l.wentOn()
		switch {
		case err != nil:
			t.Errorf("program %d: %v", i+1, err)
		case names[name]:
			t.Errorf("program %d goes on with %s, and so does another", i+1, name)
		}
		names[name] = true
	}
	for _, l := range all {
		l.Kill()
	}
}

// A plot is a battle of which everything is known before it is played.
type plot struct {
	flags []string
	lines []string // what people answer
	// asked[k] is how many entries the journal has when answer k is asked
	// for; the last is how many it has in the end.
	asked   []int
	journal []byte // of the battle played without a kill
}

// record is a journal in memory.
type record []engine.Entry

func (r *record) Record(entry engine.Entry) error {
	*r = append(*r, entry)
	return nil
}

// newPlot lets computer players find out what people can answer, and then
// the program play that.
func newPlot(t *testing.T, rng *rand.Rand, lib *library.Library, scenario string) *plot {
	t.Helper()
	seats := []string{"human,human", "human,greedy", "random,human"}[rng.IntN(3)]
	person := []string{"greedy", "random"}[rng.IntN(2)]
	seed := rng.Uint64N(1000)
	set, err := lib.Scenario(scenario)
	if err != nil {
		t.Fatal(err)
	}
	b, err := heroes.NewBattle(heroesdata.Game(lib), set.Setup.(heroes.Setup))
	if err != nil {
		t.Fatal(err)
	}
	var people [2]bool
	var oracles [2]engine.Oracle
	for i, name := range strings.Split(seats, ",") {
		playerSeed := seed
		if people[i] = name == "human"; people[i] {
			name, playerSeed = person, seed+1
		}
		if oracles[i], err = lib.Player(name, engine.Side(i), playerSeed); err != nil {
			t.Fatal(err)
		}
	}
	var entries record
	table := engine.NewTable(engine.NewDice(seed), oracles[:]...)
	table.Record(&entries)
	b.Play(table)
	if err := table.Err(); err != nil {
		t.Fatal(err)
	}
	p := &plot{flags: []string{scenario, "--seats", seats, "--seed", strconv.FormatUint(seed, 10)}}
	for i, e := range entries {
		if e.Side != engine.Luck && people[e.Side] {
			p.asked = append(p.asked, i)
			p.lines = append(p.lines, strings.Replace(e.Text, "offer ", "surrender ", 1))
		}
	}
	p.asked = append(p.asked, len(entries))
	p.playThrough(t, entries)
	return p
}

// playThrough plays the battle without a kill.
func (p *plot) playThrough(t *testing.T, entries []engine.Entry) {
	t.Helper()
	s := &stage{home: t.TempDir()}
	cmd := programtest.Program(s.home, append([]string{"play"}, p.flags...)...)
	cmd.Stdin = strings.NewReader(strings.Join(p.lines, "\n") + "\n")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, out)
	}
	paths := s.journals(p.flags[0])
	if len(paths) != 1 {
		t.Fatalf("%v leaves the journals %q, want one", cmd.Args, paths)
	}
	var err error
	if p.journal, err = os.ReadFile(paths[0]); err != nil {
		t.Fatal(err)
	}
	j, err := engine.ReadJournal(bytes.NewReader(p.journal))
	if err != nil {
		t.Fatalf("%v: %v", cmd.Args, err)
	}
	if !slices.Equal(j.Entries, entries) {
		t.Fatalf("%v: at the prompt the battle has the answers %v, without it %v", cmd.Args, j.Entries, entries)
	}
}

// answers is how many answers of people stand in n entries.
func (p *plot) answers(n int) int {
	k, _ := slices.BinarySearch(p.asked[:len(p.lines)], n)
	return k
}

// A span is from how many to how many entries a journal may have.
type span struct{ least, most int }

// A saga is a battle that is killed and gone on with until it is over.
type saga struct {
	*plot
	begun bool // its journal must be on disk
	held  bool // a living program plays it
	over  bool
	may   []span // how much of it may be on disk
}

// A stage is folders on disk and the battles in them, each of another
// scenario.
type stage struct {
	t     *testing.T
	home  string
	sagas []*saga
	tears *rand.Rand

	// To start a program and to kill one takes the lock: in between all
	// play at once, and what a killed one left is looked at in peace.
	sync.Mutex
}

func newStage(t *testing.T, rng *rand.Rand, battles int) *stage {
	t.Helper()
	lib, err := gamestest.Load()
	if err != nil {
		t.Fatal(err)
	}
	scenarios := []string{"reference", "siege", "casters", "duel", "guard", "free", "heads"}
	rng.Shuffle(len(scenarios), func(i, j int) { scenarios[i], scenarios[j] = scenarios[j], scenarios[i] })
	s := &stage{t: t, home: t.TempDir(), tears: rand.New(rand.NewPCG(rng.Uint64(), 0))}
	for _, scenario := range scenarios[:battles] {
		s.sagas = append(s.sagas, &saga{plot: newPlot(t, rng, lib, scenario)})
	}
	return s
}

// journals are the paths of the running battles of a scenario.
func (s *stage) journals(scenario string) []string {
	paths, _ := filepath.Glob(filepath.Join(s.home, "state", "houserule", "battles", scenario+".*.journal"))
	return paths
}

// drive plays battles until none is left that waits for somebody, and kills
// the program up to most times. It returns how often it did.
func (s *stage) drive(rng *rand.Rand, most int) (killed int) {
	for {
		if killed < most && rng.IntN(6) == 0 {
			if !s.killAtStart(rng) {
				return killed
			}
			killed++
			continue
		}
		l, err := s.open()
		if err == nil && l == nil {
			return killed
		}
		if err == nil && killed == most {
			err = l.playOn()
		} else if err == nil {
			killed++
			err = l.playUntilKilled(rng)
		}
		if err != nil {
			s.t.Errorf("-kill-seed %d: %v", *programtest.KillSeed, err)
			if l != nil {
				l.Kill()
			}
			return killed
		}
	}
}

// finish reports whether all battles came to their ends.
func (s *stage) finish() {
	s.t.Helper()
	for _, g := range s.sagas {
		if !g.over && !s.t.Failed() {
			s.t.Errorf("-kill-seed %d: houserule play %v was not played to its end", *programtest.KillSeed, g.flags)
		}
	}
	if s.t.Failed() {
		s.t.FailNow()
	}
}

// next is what to type to go on, and with which battle: nil when that is
// for play --resume to say.
func (s *stage) next() (args []string, g *saga) {
	for _, g := range s.sagas {
		if !g.held && !g.begun {
			return append([]string{"play"}, g.flags...), g
		}
	}
	for _, g := range s.sagas {
		if !g.held && !g.over {
			return []string{"play", "--resume"}, nil
		}
	}
	return nil, nil
}

// open starts a battle, or goes on with one; nil when none waits.
func (s *stage) open() (*life, error) {
	s.Lock()
	defer s.Unlock()
	args, g := s.next()
	if args == nil {
		return nil, nil
	}
	l := s.run(args...)
	entries := 0
	if g == nil {
		name, n, err := l.wentOn()
		if err != nil {
			return l, err
		}
		i := slices.IndexFunc(s.sagas, func(g *saga) bool { return strings.HasPrefix(name, g.flags[0]+".") })
		if i < 0 || s.sagas[i].held || s.sagas[i].over {
			return l, fmt.Errorf("play --resume goes on with %s, which is not to be gone on with", name)
		}
		g, entries = s.sagas[i], n
		if !slices.Contains(g.may, span{n, n}) {
			return l, fmt.Errorf("play --resume goes on with %s after %d answers, want %v", name, n, g.may)
		}
	}
	g.held, l.saga, l.answered = true, g, g.answers(entries)
	err := l.acknowledged()
	if err == nil {
		g.begun = true
		g.settle(l.answered)
	}
	return l, err
}

// settle notes that answer k is asked for.
func (g *saga) settle(k int) { g.may = []span{{g.asked[k], g.asked[k]}} }

// killAtStart starts a program and kills it before it has said anything. It
// reports whether there was something to start.
func (s *stage) killAtStart(rng *rand.Rand) bool {
	s.Lock()
	defer s.Unlock()
	args, _ := s.next()
	if args == nil {
		return false
	}
	for _, g := range s.sagas {
		if !g.held && !g.begun {
			g.may = []span{{0, g.asked[0]}}
		} else if !g.held && !g.over { // it goes on to its next question
			n := g.may[0].least
			g.may = []span{{n, g.asked[g.answers(n)]}}
		}
	}
	l := s.run(args...)
	time.Sleep(time.Duration(rng.IntN(60)) * time.Millisecond)
	l.Kill()
	if err := s.look(); err != nil {
		s.t.Errorf("-kill-seed %d: killed while starting: %v", *programtest.KillSeed, err)
		return false
	}
	return true
}

// look looks at what is on disk of the battles that nobody plays.
func (s *stage) look() error {
	for _, g := range s.sagas {
		if g.held || g.over {
			continue
		}
		paths := s.journals(g.flags[0])
		if len(paths) == 0 && !g.begun {
			continue
		}
		if len(paths) != 1 {
			return fmt.Errorf("the journals of houserule play %v are %q, want one", g.flags, paths)
		}
		if err := g.look(paths[0]); err != nil {
			return fmt.Errorf("houserule play %v: %w", g.flags, err)
		}
		if s.tears.IntN(6) == 0 && !g.over {
			if err := g.tear(paths[0], s.tears); err != nil {
				return err
			}
		}
	}
	return nil
}

// tear lets a journal end in half a line, as the loss of power may leave it:
// kill -9 hardly ever does.
func (g *saga) tear(path string, rng *rand.Rand) error {
	text, err := os.ReadFile(path)
	if err != nil || !bytes.HasSuffix(text, []byte("\n")) {
		return err
	}
	line, _, _ := bytes.Cut(g.journal[len(text):], []byte("\n"))
	return os.WriteFile(path, append(text, line[:1+rng.IntN(len(line))]...), 0o600)
}

func (g *saga) look(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	j, err := engine.ReadJournal(bytes.NewReader(text))
	if err != nil && !errors.Is(err, engine.ErrCutOff) {
		return err
	}
	n := len(j.Entries)
	if !slices.ContainsFunc(g.may, func(s span) bool { return s.least <= n && n <= s.most }) {
		return fmt.Errorf("%d answers are on disk, want %v", n, g.may)
	}
	if !bytes.HasPrefix(g.journal, text) {
		return fmt.Errorf("on disk is\n%s\nwhich is not the beginning of\n%s", text, g.journal)
	}
	g.begun, g.over = true, j.End != ""
	g.may = []span{{n, n}}
	return nil
}

// A life is a program from its start to its death.
type life struct {
	*stage
	*saga
	*programtest.Process
	answered int // answers of people
	undone   int // of them, redo could give again
	asks     int // how often it was asked to acknowledge
}

// run starts the program.
func (s *stage) run(args ...string) *life {
	return &life{stage: s, Process: programtest.Start(s.home, args...)}
}

// wentOn reads with which battle the program went on, and after how many
// entries.
func (l *life) wentOn() (name string, entries int, err error) {
	const intro = "Continuing "
	if err := l.Await(func(text string) bool {
		_, rest, ok := strings.Cut(text, intro)
		return ok && strings.Contains(rest, "\n")
	}); err != nil {
		return "", 0, err
	}
	_, rest, _ := strings.Cut(l.All(), intro)
	line, _, _ := strings.Cut(rest, "\n")
	counted := regexp.MustCompile(`^(\S+), after (\d+) answers?, \d+ of them yours(?:, and (\d+) (?:die|dice))?\.$`).FindStringSubmatch(line)
	if counted == nil {
		return "", 0, fmt.Errorf("%q", line)
	}
	answers, _ := strconv.Atoi(counted[2])
	dice, _ := strconv.Atoi(cmp.Or(counted[3], "0"))
	return counted[1], answers + dice, nil
}

// acknowledged types a command that changes nothing, whose prompt comes
// behind the question after the last answer.
func (l *life) acknowledged() error {
	l.asks++
	l.Write("seed")
	return l.Await(func(text string) bool { return strings.Count(text, "> seed\n") == l.asks })
}

// some are the next things to type, and what may be on disk while they are
// carried out.
func (l *life) some(rng *rand.Rand) (lines []string, may []span) {
	at := func(k int) span { return span{l.asked[k], l.asked[k]} }
	may = []span{at(l.answered)}
	for range 1 + rng.IntN(3) {
		switch {
		case l.undone > 0 && rng.IntN(2) == 0:
			l.answered, l.undone = l.answered+1, l.undone-1
			lines = append(lines, "redo")
		case l.answered > 0 && rng.IntN(4) == 0:
			l.answered, l.undone = l.answered-1, l.undone+1
			lines = append(lines, "undo")
			may = append(may, at(l.answered))
			continue
		case l.answered == len(l.lines):
			continue
		default:
			lines = append(lines, l.lines[l.answered])
			l.answered, l.undone = l.answered+1, 0
		}
		may = append(may, span{l.asked[l.answered-1], l.asked[l.answered]})
	}
	return lines, may
}

// playUntilKilled plays for a while and then kills the program: while it
// waits, or in the middle of what was typed last.
func (l *life) playUntilKilled(rng *rand.Rand) error {
	for range rng.IntN(7) {
		lines, _ := l.some(rng)
		if len(lines) == 0 {
			continue
		}
		l.Write(lines...)
		if err := l.acknowledged(); err != nil {
			return err
		}
	}
	l.settle(l.answered)
	if rng.IntN(4) > 0 {
		lines, may := l.some(rng)
		if len(lines) > 0 {
			l.may = may
			l.Write(lines...)
		}
		switch rng.IntN(3) {
		case 0: // at once
		case 1:
			time.Sleep(time.Duration(rng.IntN(300)) * time.Microsecond)
		case 2:
			time.Sleep(time.Duration(rng.IntN(8000)) * time.Microsecond)
		}
	}
	l.Lock()
	defer l.Unlock()
	l.Kill()
	l.held = false
	return l.look()
}

func (l *life) look() error { return l.stage.look() }

// playOn plays to the end.
func (l *life) playOn() error {
	l.Write(l.lines[l.answered:]...)
	l.CloseInput()
	select {
	case <-l.Ended():
	case <-time.After(programtest.Patience):
		return fmt.Errorf("houserule play %v does not end:\n%s", l.flags, l.All())
	}
	l.Lock()
	defer l.Unlock()
	if code := l.ExitCode(); code != usage.ExitOK {
		return fmt.Errorf("houserule play %v ends with %d:\n%s", l.flags, code, l.All())
	}
	l.settle(len(l.lines))
	l.held = false
	if err := l.look(); err != nil {
		return err
	}
	if !l.over {
		return fmt.Errorf("the journal of houserule play %v has no end", l.flags)
	}
	return nil
}
