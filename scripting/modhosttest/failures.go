package modhosttest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/library"
	"houserule/scripting/modhost"
)

// A Failing is where the scripts of a rule system can fail, apart from its hooks and
// players.
type Failing struct {
	// Files are the files of a mod with declarations. Each word of Points in them stands for
	// statements.
	Files   map[string]string
	Points  []string
	Battles int
}

// failures are the ways in which a script fails: statements, by name. In a hook the last
// becomes a field of the event with a value out of its range.
var failures = map[string]string{
	"error":  `error("not now")`,
	"loop":   `while true do end`,
	"memory": `local s = "x" while true do s = s .. s end`,
	"value":  `do return ({ 0 / 0 })[1] end`,
}

// whens are the times from which a script fails.
var whens = []string{"true", "battle.round > 1", "battle.round % 2 == 1"}

// FailuresEnd checks battles with a mod that fails at a random point, in a random way and
// from a random time on. Under [modhost.Disable] each ends, whoever plays, its log says
// which mod is out, [modhost.Disabled] returns the same mod, and its answers replay to the
// same end. Under [modhost.Stop] a battle ends or has the error of the script.
func (k Kit) FailuresEnd(t *testing.T, f Failing) {
	events := k.Scripts.Binding().Events
	ways := []string{"error", "loop", "memory", "value"}
	seats := []string{"greedy", "random", "search:300", "bold"}
	out, stopped := 0, 0
	for n := range enginetest.Rounds(f.Battles) {
		r := rand.New(rand.NewPCG(uint64(n), 1))
		way, when := ways[r.IntN(len(ways))], whens[r.IntN(len(whens))]
		fails := fmt.Sprintf("if %s then %s end", when, failures[way])
		point := r.IntN(2 * (len(f.Points) + 1))
		files, name := map[string]string{"main.lua": ""}, ""
		for file, text := range f.Files {
			files[file] = text
		}
		answer := "return 1 + (#options > 1 and battle.round % #options or 0)"
		switch {
		case point < len(f.Points):
			name = f.Points[point]
		case point == len(f.Points):
			name, answer = "player", strings.Replace(fails, "({ 0 / 0 })[1]", "#options + 1", 1)+" "+answer
		default:
			e := events[r.IntN(len(events))]
			for strings.Contains(files["main.lua"], e.Hook) {
				e = events[r.IntN(len(events))]
			}
			name = e.Hook
			fails = strings.Replace(fails, failures["value"], failures["error"], 1)
			for _, field := range e.Fields {
				if field.Writable && field.Type == "integer" && way == "value" {
					fails = fmt.Sprintf("if %s then e.%s = 1e9 + battle.round end", when, field.Name)
				}
			}
			files["main.lua"] += fmt.Sprintf("function %s(e) %s end\n", name, fails)
		}
		for _, p := range f.Points {
			statements := ""
			if p == name {
				statements = fails
			}
			for file, text := range files {
				files[file] = strings.ReplaceAll(text, p, statements)
			}
		}
		files["main.lua"] += fmt.Sprintf("player{ name = \"bold\", answer = function(side, options, worths) %s end }\n", answer)
		policy := modhost.Policy(min(r.IntN(4), 1))
		a, b := seats[r.IntN(len(seats))], seats[r.IntN(len(seats))]
		test := fmt.Sprintf("battle %d: %s in %s when %s, policy %d, %s against %s", n, way, name, when, policy, a, b)
		lib, _ := k.Modded(t, files, policy)
		fields := k.fields(t, lib)
		var names []string
		for field := range fields {
			names = append(names, field)
		}
		slices.Sort(names)
		field := names[r.IntN(len(names))]
		played, err := plays(lib, fields[field], []string{a, b}, uint64(n))
		switch {
		case err != nil && policy == modhost.Stop && strings.Contains(err.Error(), "try"):
			stopped++
		case err != nil:
			t.Errorf("%s, %s: %v", test, field, err)
		}
		if played {
			out++
		}
	}
	if enginetest.Long && (out == 0 || stopped == 0) {
		t.Errorf("%d battles had a mod out, %d stopped: the mods fail too seldom", out, stopped)
	}
}

// answers keep what is recorded.
type answers []engine.Entry

// Record keeps an entry.
func (a *answers) Record(e engine.Entry) error {
	*a = append(*a, e)
	return nil
}

// plays plays a battle and replays it. It reports whether a mod was out.
func plays(lib *library.Library, b engine.Story, names []string, seed uint64) (out bool, err error) {
	var seats []engine.Oracle
	for side := range engine.Side(b.Seats()) {
		player, err := lib.Player(names[int(side)%len(names)], side, seed)
		if err != nil {
			return false, err
		}
		seats = append(seats, player)
	}
	var kept answers
	table := engine.NewTable(lib.Dice(seed), seats...)
	table.Record(&kept)
	log := logged(b, table)
	if err := engine.Play(b, table); err != nil {
		return false, err
	}
	end, isOut := b.Outcome(), modhost.Disabled(b)["try"] != nil
	const hooks, player, slow = "mod try is out for the rest", "the player of mod try has failed", "of the evaluations for one answer"
	told := log.String()
	hooksOut := strings.Contains(told, hooks)
	if isOut != (hooksOut || strings.Contains(told, player) || strings.Contains(told, slow)) {
		return isOut, fmt.Errorf("the mod is out: %v, and the log says\n%s", isOut, told)
	}
	if !b.Over() {
		return isOut, fmt.Errorf("%s: it has not ended", b.Scene())
	}
	again := &engine.Replay{Entries: kept}
	table = engine.NewTable(again, enginetest.Everybody(again)...)
	log = logged(b, table)
	if err := engine.Play(b, table); err != nil {
		return isOut, fmt.Errorf("replayed: %w", err)
	}
	if got := b.Outcome(); got != end || again.Done() != nil {
		return isOut, fmt.Errorf("replayed it ends %s, played %s: %v", got, end, again.Done())
	}
	if strings.Contains(log.String(), hooks) != hooksOut {
		return isOut, fmt.Errorf("the replay says\n%s\nof\n%s", log, told)
	}
	return isOut, nil
}

// logged returns what is told at a table of a battle.
func logged(b engine.Story, table *engine.Table) *strings.Builder {
	log := new(strings.Builder)
	table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) { fmt.Fprintln(log, b.Describe(e)) }))
	return log
}
