package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

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

// TestHostile puts every hostile script into every kind of place where a script can
// be, and has a command come there: that ends soon and small, well or with an error
// that names the place, and a mod beside it is as it is without. It does so in one
// place for every fifth script; where HOUSERULE_LONG is set, for each script in one
// place of every fourth kind.
func TestHostile(t *testing.T) {
	scripts, forms := hostiles(t), hostileForms(t)
	r := newHostileRunner(t)
	kinds := map[string][]hostileForm{}
	for _, f := range forms {
		kinds[f.game+" "+f.kind] = append(kinds[f.game+" "+f.kind], f)
	}
	names := sortedKeys(kinds)
	for i, h := range scripts {
		if *hostileOnly != "" {
			for _, f := range forms {
				if strings.Contains(f.String()+" "+h.name, *hostileOnly) {
					r.run(f, h, "stop")
					r.run(f, h, "disable")
				}
			}
			continue
		}
		if !long && i%5 > 0 {
			continue
		}
		// Another form of a kind, and the other policy, for each script.
		for j := 0; j < len(names); j += 4 {
			of := kinds[names[(i+j)%len(names)]]
			ran := false
			for k := 0; k < len(of) && !ran; k++ {
				ran = r.run(of[(i/len(names)+k)%len(of)], h, []string{"stop", "disable"}[(i+j/4)%2])
			}
			if ran && !long {
				break
			}
		}
	}
	r.tell()
	t.Logf("%d scripts, %d forms of %d kinds, %d runs", len(scripts), len(forms), len(kinds), len(r.results))
}

func (f hostileForm) String() string { return f.game + " " + f.kind + " " + f.name }

// A hostileRunner runs scripts in forms and keeps what they took.
type hostileRunner struct {
	*testing.T
	heap    int64             // before all runs
	alone   map[string]string // what is told without the hostile mod, by command
	results []hostileResult
}

func newHostileRunner(t *testing.T) *hostileRunner {
	dir := t.TempDir()
	t.Setenv("XDG_STATE_HOME", filepath.Join(dir, "state"))
	t.Setenv("XDG_DATA_HOME", filepath.Join(dir, "data"))
	t.Setenv("NO_COLOR", "1")
	t.Chdir(dir)
	runtime.GC()
	return &hostileRunner{T: t, heap: int64(usage.Heap()), alone: map[string]string{}}
}

// A hostileResult is what a command came to.
type hostileResult struct {
	name      string
	failed    bool
	out, errs string
	time      time.Duration
	memory    int64 // the greatest size of the heap
}

// run runs a script in a form, if there is such a form of it.
func (r *hostileRunner) run(f hostileForm, h hostile, onError string) bool {
	if h.games != nil && !slices.Contains(h.games, f.game) {
		return false
	}
	name := f.String() + " " + h.name + " " + onError
	files := f.files(h)
	if files == nil {
		return false
	}
	args := r.write(f, files)
	typed := f.typed
	if line, ok := files["typed"]; ok {
		typed = "lua " + strings.Join(strings.Fields(luaComment.ReplaceAllString(line, "")), " ") + "\nquit\n"
	}
	if int64(usage.Heap())-r.heap > hostileMemory/8 {
		runtime.GC() // what other runs have left
	}
	got := measured(typed, append(args, "--on-error", onError)...)
	got.name = name
	r.results = append(r.results, got)
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
	case onError == "disable" && f.args[0] == "battle" && !f.judged && !f.stops && h.still && !got.failed:
		if told, alone := goodPart(got.out), r.without(f); told != alone {
			fail("the mod beside it tells\n%s\nand without it\n%s", shortened(told), shortened(alone))
		}
	}
	if n := got.memory - r.heap; n > hostileMemory {
		fail("it took %d MiB", n>>20)
	}
	most := hostileTime
	if strings.Contains(f.kind, "search") {
		most += answerTime * time.Duration(len(answerLine.FindAllString(got.out, -1)))
	}
	if long && got.time > most {
		fail("it took %v", got.time)
	}
	return true
}

var (
	luaComment    = regexp.MustCompile(`--[^\n]*`)
	answerLine    = regexp.MustCompile(`(?m)^ *red: `)                                                                                                                    // of the seat of search in a game of the mod
	evilPlace     = regexp.MustCompile(`\bevil/\w+\.lua:[1-9]|\blua:[1-9]`)                                                                                               // the last at the prompt
	tooLarge      = regexp.MustCompile(`the dice of the battle fall in more than|the battle has more than|the states of the battle|a round of this battle can come back`) // no script's fault
	allSteps      = regexp.MustCompile(`the scripts of the battle take too many steps`)                                                                                   // all of them together: good rolls a die of 1,000 sides
	brokenMachine = regexp.MustCompile(`panic|goroutine|the machine broke|0xc0|%!`)
)

// write writes the mod, and one beside it, and returns the arguments of the command.
func (r *hostileRunner) write(f hostileForm, files map[string]string) []string {
	write := func(id string, files map[string]string) {
		if err := os.RemoveAll(id); err != nil {
			r.Fatal(err)
		}
		if err := os.Mkdir(id, 0o777); err != nil {
			r.Fatal(err)
		}
		header := fmt.Sprintf("id = %q\nversion = \"1.0.0\"\ntitle = \"T\"\ngame = %q\napi = 1\n", id, f.game)
		files["mod.toml"] = header
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(id, name), []byte(text), 0o666); err != nil {
				r.Fatal(err)
			}
		}
	}
	args, mods := slices.Clone(f.args), "./evil"
	if f.game == evilGame {
		files["scenarios.toml"] = "[scenario.evil-war]\nname = \"War\"\ntext = \"A war.\"\n"
	} else if f.args[0] != "mod" {
		write("good", map[string]string{"main.lua": goodScript})
		mods += ",./good"
	}
	write("evil", files)
	switch f.args[0] {
	case "compare":
		args = append(args, "--mods", "./good", "--with", "./evil")
	case "mod":
	default:
		args = append(args, "--mods", mods)
	}
	return args
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
	told, ok := r.alone[words]
	if !ok {
		files := f.files(hostile{body: " end"})
		if files == nil {
			files = f.files(hostile{whole: true, games: []string{f.game}}) // it takes only these
		}
		got := measured("", r.write(f, files)...)
		if got.failed {
			r.Fatalf("%v: %s", f, got.errs)
		}
		told = goodPart(got.out)
		r.alone[words] = told
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

func shortened(text string) string {
	if len(text) > 1000 {
		return text[:500] + " ... " + text[len(text)-500:]
	}
	return text
}

// measured runs a command of the program, with what is typed, and measures it.
func measured(typed string, args ...string) (got hostileResult) {
	var out, errs bytes.Buffer
	root := newRoot(&out)
	root.SetArgs(args)
	root.SetIn(strings.NewReader(typed))
	root.SetErr(&errs)
	begun := usage.ProcessorTime()
	peak, stop := usage.PeakHeap()
	if err := root.Execute(); err != nil {
		got.failed = true
		fmt.Fprintln(&errs, err)
	}
	stop()
	got.time, got.memory = usage.ProcessorTime()-begun, int64(peak.Load())
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
	scripts := slices.DeleteFunc(hostiles(t), func(h hostile) bool { return h.body == "" })
	r := newHostileRunner(t)
	every, failed := 400, 0
	if long {
		every = 8
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
		args := r.write(f, map[string]string{"main.lua": text})
		for _, onError := range []string{"stop", "disable"} {
			var first string
			for _, workers := range []string{"1", "2", "8"} {
				got := measured("", append(slices.Clone(args), "--workers", workers, "--on-error", onError)...)
				if got.failed {
					failed++
				}
				switch said := got.errs + got.out; {
				case first == "":
					first = said
				case said != first:
					t.Errorf("%s, %v: with 1 worker\n%s\nwith %s\n%s", h.name, args, shortened(first), workers, shortened(said))
				}
			}
		}
	}
	if failed == 0 {
		t.Error("no simulation came to a script")
	}
}
