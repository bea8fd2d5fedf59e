package experiments

import (
	"strings"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/match"
	"houserule/engine/enginetest"
	"houserule/engine/experiment"
)

// A battle that is played again is the one that was counted: it ends with
// another winner, and there is a place where it parts.
func TestDivergenceIsFound(t *testing.T) {
	for _, with := range []string{
		"set heroes.swarm_factor=3", "set heroes.die=12", "set heroes.retaliations=0",
		"morale", "luck", "initiative-die", "exploding-tens", "cowardice", "weather", "flanking",
	} {
		for i, scenario := range []string{"golem-wall", "siege", "casters"} {
			if i > 0 && !enginetest.Long {
				break
			}
			t.Run(scenario+" "+with, func(t *testing.T) {
				o := compareOptions{Options: match.Options{Mods: bundled.Resolver()}, with: []string{with}}
				o.Scenario, o.Players.Texts, o.Seed = scenario, []string{"greedy,reference"}, 40
				p, l, err := o.plan()
				if err != nil {
					t.Fatal(err)
				}
				p.Battles = 20
				pair := playRange(t, l, p, 0, p.Battles).Pairs[0]
				for _, seed := range p.Seeds(pair.Examples[:min(len(pair.Examples), 3)]) {
					testDivergence(t, l, p, seed, true)
				}
				for _, seed := range p.Seeds(pair.Courses[:min(len(pair.Courses), 2)]) {
					testDivergence(t, l, p, seed, false)
				}
			})
		}
	}
}

func testDivergence(t *testing.T, l *planRunner, p experiment.Plan, seed uint64, otherWinner bool) {
	t.Helper()
	part, err := l.Diverge([2]experiment.ArmPlan(p.Trials[0].Arms), seed)
	if err != nil {
		t.Fatal(err)
	}
	winner := func(result string) string { word, _, _ := strings.Cut(result, " "); return word }
	if (winner(part.Results[0]) != winner(part.Results[1])) != otherWinner {
		t.Errorf("seed %d: the results are %q, another winner was counted: %t", seed, part.Results, otherWinner)
	}
	if part.Split == nil {
		t.Fatalf("seed %d: no place where the battles part", seed)
	}
	for _, at := range []*experiment.Position{part.Sign, part.Split} {
		if at == nil {
			continue
		}
		if len(at.Lines[0]) == 0 || len(at.Lines[1]) == 0 || at.Where == "" {
			t.Errorf("seed %d: %+v says nothing", seed, at)
		}
	}
	if s := part.Sign; s != nil && s.Rolls > part.Split.Rolls {
		t.Errorf("seed %d: the first sign is behind the parting: %d and %d rolls", seed, s.Rolls, part.Split.Rolls)
	}
}

// A battle under the same rules has no divergence.
func TestNoDivergence(t *testing.T) {
	o := compareOptions{Options: match.Options{Mods: bundled.Resolver()}, with: []string{"set heroes.die=10"}}
	o.Scenario, o.Players.Texts = "siege", []string{"greedy"}
	p, l, err := o.plan()
	if err != nil {
		t.Fatal(err)
	}
	part, err := l.Diverge([2]experiment.ArmPlan(p.Trials[0].Arms), 7)
	if err != nil || part.Sign != nil || part.Split != nil || part.Results[0] != part.Results[1] {
		t.Errorf("%+v, %v", part, err)
	}
}

// The commands are what a shell takes.
func TestBattleCommand(t *testing.T) {
	typed := match.Options{Typed: games.Typed{"aggressor": "3 orc | 2 elf", "defender": "1 bandit", "walls": "intact"}}
	for _, row := range []struct {
		match   match.Options
		players []string
		rules   games.Ruleset
		onError string
		want    string
	}{
		{match.Options{Scenario: "siege"}, []string{"greedy", "greedy"}, games.Ruleset{}, "", "houserule battle siege --players greedy,greedy --seed 7"},
		{typed, []string{"greedy", "random"}, games.Ruleset{Mods: []string{"luck", "./my mods/it's"}, Set: []string{"a.b=c d"}}, "disable",
			`houserule battle --aggressor '3 orc | 2 elf' --defender '1 bandit' --walls intact --players greedy,random --seed 7 --mods 'luck,./my mods/it'\''s' --set 'a.b=c d' --on-error disable`},
		{match.Options{Scenario: "siege"}, []string{"greedy", "greedy"}, games.Ruleset{Mods: []string{"./a,b"}}, "", `houserule battle siege --players greedy,greedy --seed 7 --mods '"./a,b"'`},
	} {
		row.match.Mods = bundled.Resolver()
		if got := battleCommand(row.match.Words(), row.players, 7, row.rules, row.onError); got != row.want {
			t.Errorf("got\n%s\nwant\n%s", got, row.want)
		}
	}
}
