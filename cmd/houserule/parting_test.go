package main

import (
	"slices"
	"strings"
	"testing"

	"houserule/engine"
)

// A battle that is played again is the one that was counted: it ends with
// another winner, and there is a place where it parts.
func TestPartingIsFound(t *testing.T) {
	for _, with := range []string{
		"set heroes.swarm_factor=3", "set heroes.die=12", "set heroes.retaliations=0",
		"morale", "luck", "initiative-die", "exploding-tens", "cowardice", "weather", "flanking",
	} {
		for i, scenario := range []string{"golem-wall", "siege", "casters"} {
			if i > 0 && !long {
				break
			}
			t.Run(scenario+" "+with, func(t *testing.T) {
				o := compareOptions{mods: new(modOptions), with: []string{with}}
				o.scenario, o.players, o.seed = scenario, "greedy,reference", 40
				p, l, err := o.plan()
				if err != nil {
					t.Fatal(err)
				}
				p.Battles = 20
				pair := playStretch(t, l, p, 0, p.Battles).Pairs[0]
				for _, seed := range seedsOf(p, pair.Examples[:min(len(pair.Examples), 3)]) {
					testParting(t, l, p, seed, true)
				}
				for _, seed := range seedsOf(p, pair.Courses[:min(len(pair.Courses), 2)]) {
					testParting(t, l, p, seed, false)
				}
			})
		}
	}
}

func testParting(t *testing.T, l *lab, p plan, seed uint64, otherWinner bool) {
	t.Helper()
	part, err := l.part([2]armPlan(p.Trials[0].Arms), seed)
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
	for _, at := range []*crossing{part.Sign, part.Split} {
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

// A battle under the same rules has no parting.
func TestNoParting(t *testing.T) {
	o := compareOptions{mods: new(modOptions), with: []string{"set heroes.die=10"}}
	o.scenario, o.players = "siege", "greedy"
	p, l, err := o.plan()
	if err != nil {
		t.Fatal(err)
	}
	part, err := l.part([2]armPlan(p.Trials[0].Arms), 7)
	if err != nil || part.Sign != nil || part.Split != nil || part.Results[0] != part.Results[1] {
		t.Errorf("%+v, %v", part, err)
	}
}

// Numbers and what scripts say are a sign; what comes of them is the parting.
func TestCrossings(t *testing.T) {
	line := func(course, text string) moment {
		m := moment{course: course}
		m.line.Text, m.line.Depth = text, deed
		return m
	}
	said := func(m moment, text string) moment {
		m.asides = []told{{Text: text}}
		return m
	}
	round, hit := line("round", "Round 1"), line("hit", "7 against 5: hit")
	for _, row := range []struct {
		name        string
		of          [2][]moment
		sign, split int
	}{
		{"the same", [2][]moment{{round, hit}, {round, hit}}, -1, -1},
		{"a number", [2][]moment{{round, hit}, {round, line("hit", "8 against 5: hit")}}, 1, -1},
		{"a miss", [2][]moment{{round, hit}, {round, line("miss", "4 against 5: miss")}}, 1, 1},
		{"a word", [2][]moment{{round, hit}, {said(round, "boo"), line("miss", "4 against 5: miss")}}, 0, 1},
		{"another word", [2][]moment{{said(round, "bah")}, {said(round, "boo")}}, 0, -1},
		{"an end", [2][]moment{{round}, {round, hit}}, 1, 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			sign := firstOther(row.of, func(a, b moment) bool { return !a.alike(b) })
			split := firstOther(row.of, func(a, b moment) bool { return a.course != b.course })
			if sign != row.sign || split != row.split {
				t.Errorf("sign %d and split %d, want %d and %d", sign, split, row.sign, row.split)
			}
		})
	}
}

// The dice of scripts are no part of the course.
func TestRetellingAsides(t *testing.T) {
	r := &retelling{streams: []string{"luck", "morale"}}
	if err := r.Record(engine.Question{Side: engine.Stream(1), Sides: 6}, 4); err != nil {
		t.Fatal(err)
	}
	if want := []told{{Text: "die d6 of morale: 4"}}; len(r.moments) != 0 || r.rolls != 0 || len(r.asides) != 1 || r.asides[0].Text != want[0].Text {
		t.Errorf("%+v, want the aside %v alone", r, want)
	}
}

// The commands are what a shell takes.
func TestBattleCommand(t *testing.T) {
	typed := matchOptions{players: "greedy,random", typed: typedBattle{"aggressor": "3 orc | 2 elf", "defender": "1 bandit", "walls": "intact"}}
	for _, row := range []struct {
		match   matchOptions
		rules   ruleset
		onError string
		want    string
	}{
		{matchOptions{scenario: "siege", players: "greedy"}, ruleset{}, "", "houserule battle siege --players greedy --seed 7"},
		{typed, ruleset{[]string{"luck", "./my mods/it's"}, []string{"a.b=c d"}}, "disable",
			`houserule battle --aggressor '3 orc | 2 elf' --defender '1 bandit' --walls intact --players greedy,random --seed 7 --mods 'luck,./my mods/it'\''s' --set 'a.b=c d' --on-error disable`},
		{matchOptions{scenario: "siege", players: "greedy"}, ruleset{Mods: []string{"./a,b"}}, "", `houserule battle siege --players greedy --seed 7 --mods '"./a,b"'`},
	} {
		if got := battleCommand(row.match.words(), 7, row.rules, row.onError); got != row.want {
			t.Errorf("got\n%s\nwant\n%s", got, row.want)
		}
	}
}

func TestRulesetName(t *testing.T) {
	for _, row := range []struct {
		rules ruleset
		want  string
	}{
		{ruleset{Mods: []string{"morale"}}, "with morale"},
		{ruleset{Mods: []string{"luck", "./mods/morale"}, Set: []string{"morale.die=8", "heroes.die=12", "morale.hero=2"}}, "with luck, morale (die=8, hero=2), die=12"},
		{ruleset{Set: []string{"morale.die=8"}}, "with morale.die=8"},
	} {
		if got := row.rules.String(); got != row.want {
			t.Errorf("got %q, want %q", got, row.want)
		}
	}
}

// What has no number stays at the top: mods are added once, settings last.
func TestRulesetWith(t *testing.T) {
	a := ruleset{[]string{"luck"}, []string{"heroes.die=8"}}
	sum := a.with(ruleset{[]string{"morale", "luck"}, []string{"heroes.die=12"}})
	if !slices.Equal(sum.Mods, []string{"luck", "morale"}) || !slices.Equal(sum.Set, []string{"heroes.die=8", "heroes.die=12"}) {
		t.Errorf("got %+v", sum)
	}
	if len(a.Mods) != 1 || len(a.Set) != 1 {
		t.Errorf("the first became %+v", a)
	}
}
