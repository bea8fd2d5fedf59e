package modhosttest

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/library"
	"houserule/engine/players"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
)

// fields returns battles in which all kinds of events happen, by their names.
func (k Kit) fields(t testing.TB, lib *library.Library) map[string]engine.Story {
	t.Helper()
	setups := map[string]engine.Setup{}
	if k.Fields != nil {
		setups = k.Fields(t, lib)
	} else {
		for _, scenario := range lib.Scenarios {
			setups[scenario.ID] = scenario.Setup
		}
	}
	battles := map[string]engine.Story{}
	for name, setup := range setups {
		b, err := lib.Game.NewBattle(setup)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		battles[name] = b
	}
	return battles
}

// Randoms returns a table with random players, at which a battle is a function of
// the seed.
func Randoms(lib *library.Library, b engine.Battle, seed uint64) *engine.Table {
	return engine.NewTable(lib.Dice(seed), enginetest.Seats(b, seed)...)
}

// Told plays a battle between random players, or at every third seed with a
// greedy one, which looks around, and returns what is told, and the error.
func Told(lib *library.Library, b engine.Story, seed uint64) string {
	seats := enginetest.Seats(b, seed)
	if seed%3 == 2 {
		seats[0] = players.Greedy{}
	}
	table := engine.NewTable(lib.Dice(seed), seats...)
	var out strings.Builder
	table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
		if text := b.Describe(e); text != "" {
			fmt.Fprintln(&out, text)
		}
	}))
	if err := engine.Play(b, table); err != nil {
		fmt.Fprintln(&out, "error:", err)
	}
	return out.String()
}

// Everything returns a script with every hook. Each hook reads all that its event
// holds, and writes back what it may.
func (k Kit) Everything() string {
	var out strings.Builder
	for _, e := range k.Scripts.Binding().Events {
		fmt.Fprintf(&out, "function %s(e)\n", e.Hook)
		for _, f := range e.Fields {
			fmt.Fprintf(&out, "\tlocal %s = e.%s\n", f.Name, f.Name)
			if f.Writable {
				fmt.Fprintf(&out, "\te.%s = %s\n", f.Name, f.Name)
			}
		}
		out.WriteString("end\n")
	}
	return out.String()
}

// EveryHook checks, with so many seeds of each field, that every hook is called, and that
// [Kit.Everything] changes no battle. Only acts of other scripts call the hooks that are named.
func (k Kit) EveryHook(t *testing.T, seeds uint64, ofActs ...string) {
	lib, _ := k.Modded(t, map[string]string{"main.lua": k.Everything()}, modhost.Stop)
	plain, _ := k.Modded(t, nil, modhost.Stop)
	others := k.fields(t, plain)
	counts := modhost.NewCounts()
	for name, b := range k.fields(t, lib) {
		for seed := range seeds {
			modhost.Count(b, counts)
			got, want := Told(lib, b, seed), Told(plain, others[name], seed)
			if strings.Contains(got, "error:") || got != want {
				t.Fatalf("%s, seed %d: it is\n%s\nand without the mod\n%s", name, seed, got, want)
			}
		}
	}
	for name, b := range k.fields(t, lib) {
		if err := Looks(b, 0); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	hooks := counts.Hooks()
	for _, e := range k.Scripts.Binding().Events {
		if runs := hooks["try "+e.Hook].Runs; (runs == 0) != slices.Contains(ofActs, e.Hook) {
			t.Errorf("%s has run %d times", e.Hook, runs)
		}
	}
}

// HooksOfTheGame checks that scripts can have every hook of the rules. Of returns a
// pointer to the struct of the hooks of a game.
func (k Kit) HooksOfTheGame(t *testing.T, of func(*library.Library) any) {
	lib, _ := k.Modded(t, map[string]string{"main.lua": k.Everything()}, modhost.Stop)
	hooks := reflect.ValueOf(of(lib)).Elem()
	want := 0
	for _, field := range reflect.VisibleFields(hooks.Type()) {
		if field.Anonymous { // a group of hooks
			continue
		}
		want++
		if used := hooks.FieldByIndex(field.Index).Addr().MethodByName("Used").Call(nil); !used[0].Bool() {
			t.Errorf("nothing hangs on the hook %s: give it a row in the table", field.Name)
		}
	}
	if got := len(k.Scripts.Binding().Events); got < want { // more: those of abilities
		t.Errorf("scripts have %d hooks, the game has %d", got, want)
	}
}

// EveryHookIsTested checks that a script in the tests of the package, or in a mod that ships
// with tests, has each hook. EveryHook calls them all, but in a script that changes nothing.
func (k Kit) EveryHookIsTested(t *testing.T) {
	files, err := filepath.Glob("*_test.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files of tests: %v", len(files), err)
	}
	for _, id := range k.Bundled(t) {
		if tests, _ := filepath.Glob("../../mods/" + id + "/test.lua"); len(tests) == 0 {
			continue
		}
		for _, pattern := range []string{"*.lua", "*/*.lua"} {
			scripts, err := filepath.Glob("../../mods/" + id + "/" + pattern)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, scripts...)
		}
	}
	var tests strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tests.Write(text)
	}
	for _, hook := range Untested(k.Scripts.Binding().Events, tests.String()) {
		t.Errorf("%s: no test has a script with it", hook)
	}
}

// Untested returns the hooks that no script in a text has.
func Untested(events []lua.Event, text string) (hooks []string) {
	for _, e := range events {
		if !strings.Contains(text, "function "+e.Hook+"(") {
			hooks = append(hooks, e.Hook)
		}
	}
	return hooks
}

// TakesNoMemory checks that battles between players who take first options allocate
// no memory, however numbers go to scripts and back.
func TakesNoMemory(t *testing.T, lib *library.Library, b engine.Battle) {
	t.Helper()
	first := engine.OracleFunc(func(q engine.Question) (int, error) { return q.First(), nil })
	dice := lib.Dice(1)
	table := engine.NewTable(dice, enginetest.Everybody(first)...)
	seed := uint64(0)
	n := testing.AllocsPerRun(100, func() { // the first run is not counted
		seed++
		dice.Reseed(seed)
		if err := engine.Play(b, table); err != nil {
			t.Fatal(err)
		}
	})
	if n != 0 {
		t.Errorf("a battle takes memory %v times", n)
	}
}
