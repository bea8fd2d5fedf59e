package enginetest_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/enginetest"
)

// pigs are broken in one way, "" for none.
func pigs(broken string) enginetest.Battles[*pig] {
	return enginetest.Battles[*pig]{
		Draw: func(t *rapid.T) *pig {
			p := newPig(rapid.IntRange(1, 30).Draw(t, "goal"), rapid.IntRange(1, 20).Draw(t, "limit"))
			p.broken = broken
			return p
		},
		Show: show, Setup: func(p *pig) engine.Setup { return p.setup }, Read: readPig,
		Single:   func(engine.Choice) bool { return broken != "the only answer is asked for" }, // an empty pot can only grow
		Args:     func(*pig, engine.Question) []any { return nil },
		Complete: true, OneQuestion: true,
	}
}

// A battle that keeps all rules passes, whichever way keys are compared.
func TestPigs(t *testing.T) {
	pigs("").Test(t)
	t.Run("few", func(t *testing.T) {
		kit := pigs("")
		kit.WalkKeys, kit.Most = true, 20
		kit.Test(t)
	})
	t.Run("hidden", func(t *testing.T) {
		kit := pigs("to try leads elsewhere")
		kit.Hidden, kit.Rare, kit.Most = true, true, 20
		kit.Test(t)
	})
}

// brokenPig is the variable with which this program runs TestBrokenPig.
const brokenPig = "BROKEN_PIG"

func TestBrokenPig(t *testing.T) {
	broken := os.Getenv(brokenPig)
	if broken == "" {
		t.Skip("it fails: TestEveryCheckRuns runs it")
	}
	pigs(broken).Test(t)
}

// Each check is made of battles that are drawn, and fails as a test.
func TestEveryCheckRuns(t *testing.T) {
	for _, row := range []struct{ check, broken, want string }{
		{"ends", "rounds are left out", "comes after round"},
		{"choices", "any number is legal", "listed false, legal true"},
		{"choices", "the only answer is asked for", `has no answer but "roll"`},
		{"choices", "choices are bare", "enginetest_test.bare: it must be a Prompter, an Evaluator and a Trier"},
		{"copy", "the copy shares memory", "what the copy did has changed the battle"},
		{"key", "the key forgets the pot", "what has the same key leads to"},
		{"fields", "the key forgets the rolls", "the key leaves out .rolls: with 1 the battle goes on differently: "},
		{"try", "to try leads elsewhere", "tried out, leads to"},
		{"try", "choices are bare", "battles only 0 answers were tried out"},
		{"look", "to evaluate changes the battle", "a look has changed the battle: to evaluate: enginetest_test.pig.heard has changed"},
		{"look", "to read changes the battle", "a look has changed the battle: to read it: enginetest_test.pig.rolls has changed"},
		{"replay", "the header is forgotten", "the journal is"},
		{"listening", "it listens", "somebody listens (true), scores are explained (false)"},
		{"walk", "the key forgets the pot", "walked it ends with"},
		{"bounds", "to evaluate fails", "it is broken"},
		{"players", "to evaluate fails", "it is broken"},
	} {
		t.Run(row.check, func(t *testing.T) {
			t.Parallel()
			run := exec.Command(os.Args[0], "-test.run=^TestBrokenPig$", "-test.v", "-rapid.nofailfile", "-rapid.shrinktime=0s", "-rapid.seed=1")
			run.Env = append(os.Environ(), brokenPig+"="+row.broken)
			out, err := run.CombinedOutput()
			if err == nil || !strings.Contains(string(out), "--- FAIL: TestBrokenPig/"+row.check+" ") || !strings.Contains(string(out), row.want) {
				t.Errorf("%s: %v, without %q:\n%s", row.broken, err, row.want, out)
			}
		})
	}
}

// What is wrong with a choice is told.
func TestBrokenChoices(t *testing.T) {
	others := []int{-1, 1, 2, 1 << 40}
	if err := enginetest.Choice(&dare{pig: long("")}, others...); err != nil {
		t.Errorf("one that is not broken: %v", err)
	}
	if got, want := fmt.Sprint(enginetest.Choice(struct{ engine.Choice }{&dare{pig: long("")}})), "struct { engine.Choice }: it must be a Refuser"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for broken, want := range map[string]string{
		"nothing is asked":               "*enginetest_test.dare asks nothing: its prompt is empty",
		"any number is legal":            "-0x1: listed false, legal true, refused with that is no play",
		"less is legal than is listed":   "0x1: listed true, legal false, refused with <nil>",
		"nothing is refused":             "-0x1: listed false, legal false, refused with <nil>",
		"what is not listed comes first": "0x2 comes first and is not listed",
		"options are listed twice":       `"roll" is listed twice`,
		"names are not read back":        `"hold" is read as 0x1, <nil>; want 0x0`,
	} {
		p := long(broken)
		p.pot = 5
		if got := fmt.Sprint(enginetest.Choice(&dare{pig: p}, others...)); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", broken, got, want)
		}
	}
}

// long is a battle in which all can go wrong.
func long(broken string) *pig {
	p := newPig(60, 30)
	p.broken = broken
	return p
}

// Each way of being broken is told by the check that is there for it.
func TestBrokenBattles(t *testing.T) {
	kit := pigs("")
	walked := pigs("")
	walked.WalkKeys = true
	seeded := func(check func(*pig, uint64) error) func(*pig) error {
		return func(p *pig) error { return check(p, 1) }
	}
	copied := func(p *pig) error {
		for steps := range 20 {
			if err := kit.Copy(p, 1, steps); err != nil {
				return err
			}
		}
		return nil
	}
	keys := func(kit enginetest.Battles[*pig]) func(*pig) error {
		return func(p *pig) error { _, err := kit.Key(p, 1, 200); return err }
	}
	tried := func(p *pig) error { _, err := kit.Try(p, 1); return err }
	for _, row := range []struct {
		broken string
		check  func(*pig) error
		want   string // the first line
	}{
		{"a step does nothing", seeded(kit.Ends), "round 1, player 1: a step leaves it as it was: round 1, over false, winner -1, worth 0 0, key 0000000000: [0 0], the pot 0"},
		{"turns never end", seeded(kit.Ends), "round 1, player 1: 100000 steps have not ended it"},
		{"rounds are left out", seeded(kit.Ends), "round 3, player 1: round 3 comes after round 1"},
		{"the limit is forgotten", func(p *pig) error { p.setup.limit = 2; return kit.Ends(p, 1) }, "round 3, player 1: round 3 is beyond the limit of 2"},
		{"nobody at the table wins", seeded(kit.Ends), "round 13, player 2: side 2 of 2 has won"},
		{"it fails in round 4", seeded(kit.Ends), "round 4, player 1: it is broken"},

		{"the copy shares memory", copied, "round 1, player 1: what the copy did has changed the battle: it is"},
		{"the copy lends its memory", copied, "round 13, player 2: what the battle did has changed the copy: it is"},
		{"the copy forgets the pot", copied, "round 1, player 1: the copy is another battle:"},
		{"the copy keeps an old pot", copied, "round 1, player 1: the copy is another battle:"},
		{"the copy forgets the rolls", copied, "round 13, player 2: step 1 of the copy leads to"},
		{"it fails in round 4", copied, "round 4, player 1: it is broken"},

		{"the key forgets the rolls", keys(kit), "round 1, player 1: what has the same key leads to"},
		{"the key forgets the rolls", keys(walked), "round 1, player 1: what has the same key leads to"},
		{"the key forgets the pot", keys(kit), "round 1, player 1: what has the same key leads to"},
		{"the key forgets the pot", keys(walked), "round 1, player 1: what has the same key leads to"},
		{"it fails in round 4", keys(kit), "round 4, player 1: it is broken"},
		{"it fails in round 4", keys(walked), "round 4, player 1: it is broken"},

		{"to try changes the battle", tried, `round 1, player 1: to try "roll" out has changed the battle: it is`},
		{"to try leads elsewhere", tried, `round 1, player 1: "roll", tried out, leads to`},
		{"to try asks again", tried, `round 1, player 1: "roll" is tried out: round 1, player 1: a second question of the same step is asked`},
		{"to try fails", tried, `round 1, player 1: "roll" is tried out: round 1, player 1: it is broken`},
		{"it fails in round 4", tried, "round 4, player 1: it is broken"},

		{"to evaluate changes the battle", seeded(kit.Look), "round 1, player 1: a look has changed the battle: to evaluate: enginetest_test.pig.heard has changed"},
		{"worths grow", seeded(kit.Look), `round 1, player 1: to evaluate: a look has changed the battle: "roll" is worth 1, and then 2`},
		{"to refuse rolls", seeded(kit.Look), "round 1, player 1: a look has changed the battle: to ask and to refuse: enginetest_test.pig.Table.luck.dice.pcg.hi has changed"},
		{"to try changes the battle", seeded(kit.Look), "round 1, player 1: a look has changed the battle: to try answers out: enginetest_test.pig.pot has changed"},
		{"to try fails", seeded(kit.Look), "round 1, player 1: to try answers out: round 1, player 1: it is broken"},
		{"to evaluate fails", seeded(kit.Look), "round 1, player 1: it is broken"},

		{"the header is forgotten", seeded(kit.Replay), "round 13, player 2: the journal is"},
		{"the header cannot be read", seeded(kit.Replay), "the journal's header: it is broken"},
		{"events go on counting", seeded(kit.Replay), "other events: first"},
		{"it fails in round 4", seeded(kit.Replay), "round 4, player 1: it is broken"},

		{"it listens", seeded(kit.Listening), "round 16, player 2: somebody listens (true), scores are explained (false): it goes to"},
		{"it explains", seeded(kit.Listening), "round 16, player 2: somebody listens (false), scores are explained (true): it goes to"},
		{"it fails in round 4", seeded(kit.Listening), "round 4, player 1: it is broken"},

		{"it fails in round 4", seeded(kit.Players), "round 4, player 1: it is broken"},
		{"to evaluate fails", seeded(kit.Players), "round 1, player 1: it is broken"},
	} {
		t.Run(row.broken, func(t *testing.T) {
			if err := row.check(long("")); err != nil {
				t.Errorf("one that is not broken: %v", err)
			}
			if got := firstLine(row.check(long(row.broken))); got != row.want {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
		})
	}
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(fmt.Sprint(err), "\n")
	return line
}

// Who does not know all of a battle may be wrong about where an answer leads,
// and changes nothing all the same.
func TestTryDiffers(t *testing.T) {
	kit := pigs("")
	kit.TryDiffers = func(q engine.Question) bool { return q.Side == 0 }
	some, err := kit.Try(long(""), 1)
	if err != nil || some == 0 {
		t.Errorf("%d answers were tried out: %v", some, err)
	}
	kit = pigs("")
	compared, err := kit.Try(long(""), 1)
	if err != nil || compared <= some {
		t.Errorf("%d answers were compared: %v", compared, err)
	}
	kit.Hidden = true
	if n, err := kit.Try(long("to try leads elsewhere"), 1); err != nil || n != compared {
		t.Errorf("%d answers were tried out, want %d: %v", n, compared, err)
	}
	kit.Hidden, kit.TryDiffers = false, func(engine.Question) bool { return true }
	if n, err := kit.Try(long("to try leads elsewhere"), 1); err != nil || n != 0 {
		t.Errorf("%d answers were compared: %v", n, err)
	}
	if _, err := kit.Try(long("to try changes the battle"), 1); firstLine(err) != `round 1, player 1: to try "roll" out has changed the battle: it is` {
		t.Error(err)
	}
}

// Where hardly a state comes again, no keys are compared, and that is told; so
// is it of battles whose players set them up.
func TestKeys(t *testing.T) {
	for again, want := range map[int]string{10: "<nil>", 9: "of 1000 states only 9 came again: hardly a key is compared"} {
		if got := fmt.Sprint(enginetest.Keys{Met: 1000, Again: again}.Enough()); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	kit := pigs("")
	if n, err := kit.Key(long(""), 1, 20); err != nil || n.Met < 500 || n.Again < 19 {
		t.Errorf("%+v, %v", n, err)
	}
	kit.Deploys = func(*pig) bool { return true }
	if n, err := kit.Key(long("the key forgets the pot"), 1, 20); err != nil || n.Met > 0 {
		t.Errorf("%+v, %v", n, err)
	}
}
