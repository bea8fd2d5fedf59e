package experiments_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/program"
	"houserule/cmd/houserule/usage"
	"houserule/engine/enginetest"
	"houserule/engine/experiment"
)

// The results do not depend on the number of workers.
func TestBalanceOnAnyNumberOfWorkers(t *testing.T) {
	t.Parallel()
	var first string
	for _, workers := range []string{"1", "2", "5"} {
		var out, errs strings.Builder
		if code := program.Run([]string{"balance", "orc", "wolf", "zombie", "-n", "12", "--repair", "--json", "--workers", workers}, &out, &errs); code != usage.ExitOK {
			t.Fatalf("exit code %d: %s", code, errs.String())
		}
		if first == "" {
			first = out.String()
		}
		if out.String() != first {
			t.Errorf("with %s workers it is another result", workers)
		}
	}
}

// Costs that are changed on purpose, by up to a half, come back to those that are fair: of the
// 95 % intervals of three repairs with other dice 95 of 100 hold the fair cost, which ten times
// as many battles have shown, and no creature wins or loses too often.
func TestMispricedCreaturesComeBack(t *testing.T) {
	enginetest.OnlyLong(t, "four repairs of 20 creatures")
	const repairs = 3
	ids := strings.Fields("peasant squire pikeman templar paladin dwarf gold-golem gargoyle zombie skeleton " +
		"ghoul bandit goblin orc minotaur wolf tiger berserker tribesman ogre")
	repair := func(n, seed string, set []string) *experiment.Ranking {
		var out, errs strings.Builder
		line := slices.Concat([]string{"balance"}, ids, []string{"-n", n, "--seed", seed, "--repair", "--json"}, set)
		if code := program.Run(line, &out, &errs); code != usage.ExitOK {
			t.Fatalf("exit code %d: %s", code, errs.String())
		}
		r := new(experiment.Ranking)
		if err := json.Unmarshal([]byte(out.String()), r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	fair := map[string]experiment.Number{}
	for _, p := range repair("1000", "77000000", nil).Repair.Prices {
		fair[p.Name] = p.Cost.Value
	}
	var set []string
	for i, id := range ids {
		factor := math.Exp(0.4 * (2*float64(i*7%len(ids))/float64(len(ids)-1) - 1)) // the product is 1
		set = append(set, "--set", fmt.Sprintf("creature.%s.cost=%.0f", id, float64(fair[id])*factor))
	}
	held, outside := 0, 0
	for i := range repairs {
		r := repair("100", fmt.Sprint((i+2)*1_000_000), set)
		for _, p := range r.Repair.Prices {
			if p.Cost.Low <= fair[p.Name] && fair[p.Name] <= p.Cost.High {
				held++
			} else {
				t.Logf("%-10s fair %s, was %d, is %s (%s to %s)", p.Name, fair[p.Name], p.From, p.Cost.Value, p.Cost.Low, p.Cost.High)
			}
		}
		outside += r.Repair.Outside
	}
	all := repairs * len(ids)
	t.Logf("%d of %d intervals hold the fair cost", held, all)
	if held < all*95/100 || outside > 0 {
		t.Errorf("%d of %d intervals hold the fair cost, and %d creatures are outside: want 95 of 100, and none", held, all, outside)
	}
}
