package games_test

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"path"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"houserule/cmd/houserule/desk"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/modtool"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/enginetest/usage"
	"houserule/engine/library"
	"houserule/engine/library/strict"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

var (
	mutants    = flag.Int("mutants", 20, "how many mutants TestMutants loads and plays")
	mutantSeed = flag.Uint64("mutant-seed", 1, "the first of them")
)

// mutantTime is the time of the processor that a mutant takes at most. It takes a
// hundredth of that where nothing hangs.
const mutantTime = 5 * time.Second

// watch panics when a mutant takes more than mutantTime, until it is stopped.
func watch(again string) (stop func()) {
	begun, done, most := usage.ProcessorTime(), make(chan struct{}), mutantTime
	if testing.Short() {
		most *= 12 // with the race detector
	}
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(mutantTime / 10):
				if usage.ProcessorTime()-begun > most {
					debug.SetTraceback("all")
					panic("a mutant hangs:\n" + again)
				}
			}
		}
	}()
	return func() { close(done) }
}

// TestMutants loads data that is mutated in every way that a file can be, and
// plays what loads: nothing panics, nothing hangs, and no message is without its
// place. .ci/run has many more of them.
func TestMutants(t *testing.T) {
	all := breeds(t)
	loaded := 0
	for seed := *mutantSeed; seed < *mutantSeed+uint64(*mutants); seed++ {
		m := all[seed%uint64(len(all))].mutant(seed)
		again := fmt.Sprintf("go test ./cmd/houserule -run TestMutants -mutants 1 -mutant-seed %d\n%s", seed, m)
		ok, err := m.survives(again)
		if err != nil {
			t.Errorf("%v\n%s", err, again)
		}
		if ok {
			loaded++
		}
	}
	t.Logf("%d of %d loaded", loaded, *mutants)
	if loaded < *mutants/4 {
		t.Errorf("only %d of %d mutants loaded: the test plays nothing", loaded, *mutants)
	}
}

// FuzzMod is TestMutants with the text of a mod's file.
func FuzzMod(f *testing.F) {
	all := breeds(f)
	for seed := range uint64(20) {
		m := all[seed%uint64(len(all))].mutant(seed)
		f.Add(uint8(seed), string(m.files[dataFile]))
	}
	f.Fuzz(func(t *testing.T, of uint8, text string) {
		b := all[int(of)%len(all)]
		m := &mutant{breed: b, seed: 1, files: map[string][]byte{modFile: b.header(), dataFile: []byte(text)}}
		if _, err := m.survives(m.String()); err != nil {
			t.Errorf("%v\n%s", err, m)
		}
	})
}

const (
	modFile  = "mutant/mod.toml"
	dataFile = "mutant/data.toml"
)

// A mutant is a mod, or a changed file of the base game.
type mutant struct {
	*breed
	seed    uint64
	files   map[string][]byte
	changed [][2]string   // sections and ids
	with    library.Found // a shipped mod that is loaded, too; the zero one: none
}

// String is all of its files.
func (m *mutant) String() string {
	var out strings.Builder
	if m.with.Mod.ID != "" {
		fmt.Fprintf(&out, "-- with %s --\n", m.with.Mod.ID)
	}
	for _, name := range sortedKeys(m.files) {
		fmt.Fprintf(&out, "-- %s --\n%s\n", name, m.files[name])
	}
	return out.String()
}

// survives loads the mutant and plays it. The error is what must not be; loaded
// reports whether the data is right. Again says how to try it again.
func (m *mutant) survives(again string) (loaded bool, err error) {
	defer watch(again)()
	defer func() {
		if bug := recover(); bug != nil {
			err = fmt.Errorf("it panics: %v\n%s", bug, debug.Stack())
		}
	}()
	lib, scripts, err := m.load()
	if err != nil {
		return false, placed(err)
	}
	for _, w := range lib.Warnings() {
		if err := placed(strict.Problems{w}); err != nil {
			return true, err
		}
	}
	var ids []string
	for _, mod := range lib.Mods {
		ids = append(ids, mod.Mod.ID)
		m.Tools().Summary(lib, scripts, mod.Mod.ID)
	}
	if err := placed(modtool.ScenarioProblems(lib, ids, m.lessons(lib)).Err()); err != nil {
		return true, err
	}
	if err := m.show(lib); err != nil {
		return true, err
	}
	return true, m.play(lib)
}

// lessons returns what checks the lessons of a scenario.
func (m *mutant) lessons(lib *library.Library) func(*library.Scenario) strict.Problems {
	return func(s *library.Scenario) strict.Problems { return desk.LessonProblems(m.View, lib, s) }
}

// load loads it as the program does.
func (m *mutant) load() (*library.Library, modhost.Scripts, error) {
	base, known, enabled := m.base, []library.Found(nil), []string(nil)
	files := fstest.MapFS{}
	for name, text := range m.files {
		files[name] = &fstest.MapFile{Data: text}
	}
	if m.files[modFile] != nil {
		found := library.At(library.Folder{FS: files, Dir: "mutant", Where: "mutant"})
		known, enabled = slices.Concat(m.shipped, []library.Found{found}), []string{found.Mod.ID}
		if m.with.Mod.ID != "" {
			enabled = append(enabled, m.with.Mod.ID)
		}
	} else {
		base.FS = overlay{m.base.FS, files}
	}
	lib, err := library.LoadMods(m.Data, base, known, enabled, nil)
	if err != nil {
		return nil, nil, err
	}
	scripts, err := m.Scripts.Install(lib, modhost.Stop)
	return lib, scripts, err
}

// An overlay is a file system of which some files are others.
type overlay struct {
	fs.FS
	files fstest.MapFS
}

func (o overlay) Open(name string) (fs.File, error) {
	if _, ok := o.files[name]; ok {
		return o.files.Open(name)
	}
	return o.FS.Open(name)
}

// placed is an error for what is wrong with an error of the data: it has no
// place, or no words.
func placed(err error) error {
	if err == nil {
		return nil
	}
	var problems strict.Problems
	if !errors.As(err, &problems) {
		return fmt.Errorf("no problems of the data, but %T: %v", err, err)
	}
	for _, p := range problems {
		inData, inScript := path.Ext(p.File) == ".toml", path.Ext(p.File) == ".lua"
		if !inData && !inScript || inData && (p.Line < 1 || p.Column < 1) || p.Text == "" || strings.Contains(p.Text, "%!") {
			return fmt.Errorf("a problem without its place: %v", p)
		}
	}
	return nil
}

// show prints the entries that are changed, as the program's lists do.
func (m *mutant) show(lib *library.Library) error {
	for _, k := range m.View.Kinds() {
		if err := k.Print(io.Discard, lib, nil, "", 80); err != nil {
			return err
		}
		for _, c := range m.changed {
			if c[0] == k.Name {
				k.Show(io.Discard, lib, c[1]) // a mutant may have made it another's
			}
		}
	}
	for _, s := range lib.Scenarios {
		m.View.Describe(s.Setup)
	}
	return nil
}

// Battles that mutants play are so many answers and dice long at most, of which
// the first are looked at.
const (
	mostAnswers = 400
	mostLooks   = 8
)

// look looks at a question as the prompt does, and where it is asked for at what
// can be answered, which takes long.
func look(v *view.View, q engine.Question, options bool) {
	v.Ask(q)
	defer v.Ask(engine.Question{})
	v.Prompt()
	v.Asks()
	if options {
		v.Options()
	}
	view.Draw(v, view.Size{Columns: 80})
	v.Battle().Scene()
	for _, unit := range v.Units() {
		v.Show(unit) // which the seat may not see
	}
}

// play plays the scenarios that are changed, one more, and battles of the
// changed units.
func (m *mutant) play(lib *library.Library) error {
	r := rand.New(rand.NewPCG(m.seed, 21))
	var scenarios []string
	for _, c := range m.changed {
		if _, err := lib.Scenario(c[1]); err == nil && c[0] == library.ScenarioSection {
			scenarios = append(scenarios, c[1])
		}
	}
	if len(lib.Scenarios) > 0 {
		scenarios = append(scenarios, lib.Scenarios[r.IntN(len(lib.Scenarios))].ID)
	}
	for _, id := range scenarios {
		s, err := lib.Scenario(id)
		if err != nil {
			return err
		}
		if err := m.fight(lib, s.Setup, r.Uint64()); err != nil {
			return fmt.Errorf("scenario %s: %w", id, err)
		}
	}
	units := lib.IDs(m.sections[0].Name)
	for _, c := range m.changed {
		if c[0] != m.sections[0].Name {
			continue
		}
		typed := games.Typed{}
		for _, flag := range m.View.Flags() {
			if flag.Whole {
				typed[flag.Name] = fmt.Sprintf("%d %s, %s, %s", 1+r.IntN(4), c[1], units[r.IntN(len(units))], c[1])
			}
		}
		if len(typed) == 0 {
			continue // a game in Lua
		}
		setup, err := m.View.Setup(lib, nil, typed)
		if err == nil {
			_, err = lib.Game.NewBattle(setup)
		}
		if err != nil {
			continue // armies that do not fight, as of items
		}
		if err := m.fight(lib, setup, r.Uint64()); err != nil {
			return fmt.Errorf("%v: %w", typed, err)
		}
	}
	return nil
}

// fight plays a battle as houserule battle --why does, for a while.
func (m *mutant) fight(lib *library.Library, setup engine.Setup, seed uint64) error {
	match := library.Match{Setup: setup, Seed: seed, Dice: library.Seeded}
	b, err := lib.Game.NewBattle(setup)
	if err != nil {
		return err
	}
	v := m.View.New(lib, match, b)
	left, looks, at := mostAnswers, mostLooks, int(seed%mostLooks)
	until := func(o engine.Oracle) engine.Oracle {
		return engine.OracleFunc(func(q engine.Question) (int, error) {
			if left--; left < 0 {
				return 0, engine.ErrRewind
			}
			if looks--; looks >= 0 {
				look(v, q, looks == at)
			}
			return o.Answer(q)
		})
	}
	var seats []engine.Oracle
	for side := range setup.SeatNames() {
		name := []string{"random", "greedy"}[(int(seed)+side)&1]
		player, err := lib.Player(name, engine.Side(side), seed)
		if err != nil {
			return err
		}
		match.Players = append(match.Players, name)
		seats = append(seats, until(player))
	}
	v.SetPlayers(match.Players)
	table := engine.NewTable(until(lib.Dice(seed)), seats...)
	view.Narrate(io.Discard, table, v, match, true)
	err = engine.Play(v.Battle(), table)
	var stopped *scripting.Error
	switch {
	case err == nil, errors.Is(err, engine.ErrRewind):
		view.Draw(v, view.Size{Columns: 80})
		return nil
	case errors.As(err, &stopped) && stopped.File != "" && stopped.Line > 0:
		return nil
	}
	return err
}
