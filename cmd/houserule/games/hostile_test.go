package games_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"houserule/cmd/houserule/program"
	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/enginetest/usage"
)

var hostileOnly = flag.String("hostile", "", "of the runs of TestHostile all whose names contain this text")

// What a hostile script takes at most. The time, which is that of the processor, is
// checked where HOUSERULE_LONG is set. It is half a second, four times: on a machine whose
// processors have other work, too, the same instructions took up to four times as long.
// The test logs what took most.
const (
	hostileMemory = 300 << 20
	hostileTime   = 4 * 500 * time.Millisecond
)

// answerTime is what an answer of search may take besides. It plays up to 12,000 steps of a
// battle for each, with any script or none, and where scripts take all steps of an answer it
// takes about 300 ms; a script can have it asked hundreds of times.
const answerTime = 4 * 100 * time.Millisecond

// trialTime is what the trial of mod check may take besides. Its budget is about a second of the
// slowest steps.
const trialTime = 4 * 500 * time.Millisecond

// TestHostile puts every hostile script into every kind of place where a script can
// be, and runs a command that reaches it, in a process of its own. The command ends soon
// and small, well or with an error that names the place, and a mod beside the hostile one
// does what it does without it. Every 30th script is put into one place; where
// HOUSERULE_LONG is set, each script into one place of every fourth kind.
func TestHostile(t *testing.T) {
	t.Parallel()
	scripts, forms := hostiles(t), hostileForms(t)
	r := newHostileRunner(t)
	kinds := map[string][]hostileForm{}
	for _, f := range forms {
		kinds[f.game+" "+f.kind] = append(kinds[f.game+" "+f.kind], f)
	}
	names := sortedKeys(kinds)
	var runs []hostileRun
	for i, h := range scripts {
		if *hostileOnly != "" {
			for _, f := range forms {
				if f.takes(h) && strings.Contains(f.String()+" "+h.name, *hostileOnly) {
					runs = append(runs, hostileRun{f, h, "stop"}, hostileRun{f, h, "disable"})
				}
			}
			continue
		}
		if !enginetest.Long && i%30 > 0 {
			continue
		}
		// Another form of a kind, and the other policy, for each script.
		for j := 0; j < len(names); j += 4 {
			of := kinds[names[(i+j)%len(names)]]
			of = slices.Concat(of[i/len(names)%len(of):], of[:i/len(names)%len(of)])
			n := slices.IndexFunc(of, func(f hostileForm) bool { return f.takes(h) })
			if n < 0 {
				continue
			}
			runs = append(runs, hostileRun{of[n], h, []string{"stop", "disable"}[(i+j/4)%2]})
			if !enginetest.Long {
				break
			}
		}
	}
	r.runAll(runs)
	r.tell()
	t.Logf("%d scripts, %d forms of %d kinds, %d runs", len(scripts), len(forms), len(kinds), len(runs))
}

func (f hostileForm) String() string { return f.game + " " + f.kind + " " + f.name }

// takes reports whether a script can be in that form.
func (f hostileForm) takes(h hostile) bool {
	return (h.games == nil || slices.Contains(h.games, f.game)) && f.files(h) != nil
}

// A hostileRun is a script in a form, and what happens at an error.
type hostileRun struct {
	form    hostileForm
	script  hostile
	onError string
}

func (r hostileRun) String() string {
	return r.form.String() + " " + r.script.name + " " + r.onError
}

// A hostileRunner runs scripts in forms and keeps what they took. Its methods may be
// called by several goroutines.
type hostileRunner struct {
	*testing.T
	mu      sync.Mutex
	alone   map[string]string // what is told without the hostile mod, by command
	results []hostileResult
}

func newHostileRunner(t *testing.T) *hostileRunner {
	return &hostileRunner{T: t, alone: map[string]string{}}
}

// runAll runs scripts, as many at once as there are processors.
func (r *hostileRunner) runAll(runs []hostileRun) {
	next := make(chan hostileRun)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for run := range next {
				r.run(run)
			}
		})
	}
	for _, run := range runs {
		next <- run
	}
	close(next)
	workers.Wait()
}

// A hostileResult is the end of a command, and what its process took.
type hostileResult struct {
	name      string
	failed    bool
	out, errs string
	time      time.Duration // of the processor
	memory    int64         // the greatest size of the heap
}

// run runs a script in a form and checks how the command ends.
func (r *hostileRunner) run(run hostileRun) {
	f, h := run.form, run.script
	files := f.files(h)
	dir := r.write(f, files)
	defer os.RemoveAll(dir)
	typed := f.typed
	if line, ok := files["typed"]; ok {
		typed = "lua " + strings.Join(strings.Fields(luaComment.ReplaceAllString(line, "")), " ") + "\nquit\n"
	}
	args := append(f.command(), "--on-error", run.onError)
	searches := f.args[0] == "battle" && strings.Contains(strings.Join(f.args, " "), "search")
	if searches {
		args = append(args, "--journal", "journal")
	}
	got := r.measured(dir, typed, args...)
	got.name = run.String()
	r.mu.Lock()
	r.results = append(r.results, got)
	r.mu.Unlock()
	fail := func(format string, args ...any) {
		r.Errorf("%s: %s\n%s\n%s", got.name, fmt.Sprintf(format, args...), shortened(got.errs), shortened(got.out))
	}
	said := got.errs + got.out
	switch {
	case got.failed && !evilPlace.MatchString(said) && !tooLarge.MatchString(said):
		fail("an error without its place")
	case brokenMachine.MatchString(said):
		fail("it shows the machine")
	case strings.Contains(said, "mod good is out") || strings.Contains(said, " good/main.lua") && !allSteps.MatchString(said):
		fail("the mod beside it fails")
	case run.onError == "disable" && f.args[0] == "battle" && !f.judged && !f.stops && h.still && !got.failed:
		if told, alone := goodPart(got.out), r.without(f); told != alone {
			fail("the mod beside it tells\n%s\nand without it\n%s", shortened(told), shortened(alone))
		}
	}
	if got.memory > hostileMemory {
		fail("it took %d MiB", got.memory>>20)
	}
	most := hostileTime
	if searches {
		most += answerTime * time.Duration(answersIn(filepath.Join(dir, "journal")))
	}
	if f.args[0] == "mod" {
		most += trialTime
	}
	if enginetest.Long && got.time > most {
		fail("it took %v", got.time)
	}
}

var (
	luaComment    = regexp.MustCompile(`--[^\n]*`)
	evilPlace     = regexp.MustCompile(`\bevil/\w+\.lua:[1-9]|\blua:[1-9]`)                                                                                               // the last at the prompt
	tooLarge      = regexp.MustCompile(`the dice of the battle fall in more than|the battle has more than|the states of the battle|a round of this battle can come back`) // no script's fault
	allSteps      = regexp.MustCompile(`the scripts of the battle take too many steps`)                                                                                   // all of them together: good rolls a die of 1,000 sides
	brokenMachine = regexp.MustCompile(`panic|goroutine|the machine broke|0xc0|%!`)
)

// write writes the mod, and one beside it, into a new folder.
func (r *hostileRunner) write(f hostileForm, files map[string]string) (dir string) {
	dir = filepath.Join(r.TempDir(), "run")
	if err := os.Mkdir(dir, 0o777); err != nil {
		r.Fatal(err)
	}
	write := func(id string, files map[string]string) {
		if err := os.Mkdir(filepath.Join(dir, id), 0o777); err != nil {
			r.Fatal(err)
		}
		header := fmt.Sprintf("id = %q\nversion = \"1.0.0\"\ntitle = \"T\"\ngame = %q\napi = 1\n", id, f.game)
		files["mod.toml"] = header
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(dir, id, name), []byte(text), 0o666); err != nil {
				r.Fatal(err)
			}
		}
	}
	if f.game == evilGame {
		files["scenarios.toml"] = "[scenario.evil-war]\nname = \"War\"\ntext = \"A war.\"\n"
	} else if f.args[0] != "mod" {
		write("good", map[string]string{"main.lua": goodScript})
	}
	write("evil", files)
	return dir
}

// command returns the arguments of the command, with the mods that write writes.
func (f hostileForm) command() []string {
	args := slices.Clip(f.args)
	switch {
	case f.args[0] == "compare":
		return append(args, "--mods", "./good", "--with", "./evil")
	case f.args[0] == "mod":
		return args
	case f.game == evilGame:
		return append(args, "--mods", "./evil")
	}
	return append(args, "--mods", "./evil,./good")
}

// goodScript is a mod that behaves: it remembers, rolls and tells. Its player takes
// what is evil where it can.
const goodScript = `
function onRoundStart()
	battle:remember("n", (battle:recall("n") or 0) + 1)
	log("good " .. battle:recall("n") .. " " .. roll(1000))
end
player{ name = "chooser", answer = function(side, options, worths)
	for i, option in ipairs(options) do
		if option:find("evil") or option:find("^play") then return i end
	end
	return 1
end }
`

// without is what is told when the mod does nothing.
func (r *hostileRunner) without(f hostileForm) string {
	words := strings.Join(f.args, " ")
	r.mu.Lock()
	told, ok := r.alone[words]
	r.mu.Unlock()
	if !ok {
		files := f.files(hostile{body: " end"})
		if files == nil {
			files = f.files(hostile{whole: true, games: []string{f.game}}) // it takes only these
		}
		dir := r.write(f, files)
		defer os.RemoveAll(dir)
		got := r.measured(dir, "", f.command()...)
		if got.failed {
			r.Errorf("%v: %s", f, got.errs)
		}
		told = goodPart(got.out)
		r.mu.Lock()
		r.alone[words] = told
		r.mu.Unlock()
	}
	return told
}

// goodPart is what the good mod tells, and how the battle ends.
func goodPart(out string) string {
	lines := strings.Split(strings.TrimSpace(out), "\n")
	lines = slices.DeleteFunc(lines, func(line string) bool { return strings.Contains(line, "mod evil ") })
	var part []string
	for i, line := range lines {
		if text := strings.TrimSpace(line); strings.HasPrefix(text, "good ") || i >= len(lines)-2 {
			part = append(part, text)
		}
	}
	return strings.Join(part, "\n")
}

// answersIn returns how many answers of players a journal has, 0 if it cannot be read.
func answersIn(path string) (n int) {
	f, err := os.Open(path)
	if err != nil {
		return 0
	}
	defer f.Close()
	j, err := engine.ReadJournal(f)
	if err != nil {
		return 0
	}
	for _, e := range j.Entries {
		if !e.Side.IsLuck() {
			n++
		}
	}
	return n
}

func shortened(text string) string {
	if len(text) > 1000 {
		return text[:500] + " ... " + text[len(text)-500:]
	}
	return text
}

// measuredFile is the variable that names the file to which a measured program writes the
// greatest size of its heap, in bytes.
const measuredFile = "HOUSERULE_TEST_HEAP"

// measuredMain is the program, with its heap measured.
func measuredMain() {
	debug.SetGCPercent(100) // as in the program: tests have set another
	program.CollectLater()
	peak, stop := usage.PeakHeap()
	code := program.Run(os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err := os.WriteFile(os.Getenv(measuredFile), strconv.AppendUint(nil, peak.Load(), 10), 0o666); err != nil {
		panic(err)
	}
	os.Exit(code)
}

// measured runs a command of the program in a folder, with what is typed, and measures its
// process.
func (r *hostileRunner) measured(dir, typed string, args ...string) (got hostileResult) {
	var out, errs bytes.Buffer
	heap := filepath.Join(dir, "heap")
	cmd := exec.Command("measured", args...) // TestMain puts it there
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, strings.NewReader(typed), &out, &errs
	cmd.Env = append(os.Environ(), "NO_COLOR=1", measuredFile+"="+heap,
		"XDG_STATE_HOME="+filepath.Join(dir, "state"), "XDG_DATA_HOME="+filepath.Join(dir, "data"))
	got.failed = cmd.Run() != nil
	if text, err := os.ReadFile(heap); err != nil {
		fmt.Fprintf(&errs, "the machine broke: %v\n", err)
	} else if got.memory, err = strconv.ParseInt(string(text), 10, 64); err != nil {
		r.Error(err)
	}
	got.time = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	got.out, got.errs = out.String(), errs.String()
	return got
}

// tell logs what took most.
func (r *hostileRunner) tell() {
	most := func(by func(hostileResult) int64, text func(hostileResult) string) {
		slices.SortStableFunc(r.results, func(a, b hostileResult) int { return int(by(b) - by(a)) })
		for _, got := range r.results[:min(len(r.results), 20)] {
			r.Logf("%s  %s", text(got), got.name)
		}
	}
	most(func(got hostileResult) int64 { return int64(got.time) }, func(got hostileResult) string { return got.time.String() })
	most(func(got hostileResult) int64 { return got.memory }, func(got hostileResult) string { return fmt.Sprint(got.memory>>20, " MiB") })
}

// TestHostileWorkers simulates battles in some of which a hostile script runs: the
// results, or the error and the seed of its battle, are the same for any number of
// workers.
func TestHostileWorkers(t *testing.T) {
	t.Parallel()
	scripts := slices.DeleteFunc(hostiles(t), func(h hostile) bool { return h.body == "" })
	r := newHostileRunner(t)
	every, failed, more := 400, 0, []string{"8"}
	if enginetest.Long {
		every, more = 8, []string{"2", "8"}
	}
	for i := every / 8; i < len(scripts); i += every {
		h := scripts[i]
		game := []string{"heroes", "kings", "sorcery"}[i/every%3]
		if h.games != nil {
			game = h.games[i/every%len(h.games)]
		}
		// Workers take 500 battles at a time.
		f := hostileForm{game: game, args: []string{"sim", hostileGames[game].open, "--players", "random", "-n", "1200"}}
		if i%5 == 0 {
			f.args = []string{"compare", f.args[1], "--players", "random", "-n", "1200"}
		}
		text := h.in("function onRoundStart() if roll(1000) == 1 then CALL end end")
		dir := r.write(f, map[string]string{"main.lua": text})
		for _, onError := range []string{"stop", "disable"} {
			var first string
			for _, workers := range append([]string{"1"}, more...) {
				got := r.measured(dir, "", append(f.command(), "--workers", workers, "--on-error", onError)...)
				if got.failed {
					failed++
				}
				switch said := got.errs + got.out; {
				case first == "":
					first = said
				case said != first:
					t.Errorf("%s, %v: with 1 worker\n%s\nwith %s\n%s", h.name, f.command(), shortened(first), workers, shortened(said))
				}
			}
		}
	}
	if failed == 0 {
		t.Error("no simulation came to a script")
	}
}
