package sorceryview

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/players"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// Of two people each is told what his side sees, and what both see alike once.
func TestLinesApart(t *testing.T) {
	lib := testLibrary(t)
	v := warOf(t, lib, "two-valleys", campaignOf(t, lib, "two-valleys"), players.Human, players.Human)
	var alike, apart int
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		v.Ask(q)
		defer v.Ask(engine.Question{})
		switch v.Form() {
		case sorcery.FormMove:
			return engine.ParseLegal(q.Choice, "move w1")
		case sorcery.FormWith:
			return fight.All, nil
		case sorcery.FormOrder:
			return engine.ParseLegal(q.Choice, "march 0304")
		}
		return q.First(), nil
	})
	table := engine.NewTable(engine.NewDice(1), player, player)
	table.Explain(true)
	table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
		lines := v.Lines(e)
		switch {
		case e.What == sorcery.TurnBegan:
			alike++
			if len(lines) != 1 || lines[0].To != engine.Everybody {
				t.Errorf("both are told %v", lines)
			}
		case e.What == sorcery.Moved:
			apart++
			if len(lines) != 2 || lines[0].To != engine.Only(0) || lines[1].To != engine.Only(1) {
				t.Fatalf("the sides are told %v", lines)
			}
			if lines[0].Text != "w1 (Sir Oswin) with 6 more marches to 0304" || lines[1].Text != "a stack of west marches from 0203 to 0304" {
				t.Errorf("the sides are told %q and %q", lines[0].Text, lines[1].Text)
			}
			if len(lines[0].Accounts) != 1 || len(lines[1].Accounts) != 0 {
				t.Errorf("why tells the sides %v and %v", lines[0].Accounts, lines[1].Accounts)
			}
		}
	}))
	engine.Play(v.Battle(), table)
	if alike == 0 || apart == 0 {
		t.Errorf("%d lines were the same, %d were not", alike, apart)
	}
}

// The eyes are those of the only person who plays, or of who was asked last.
func TestViewers(t *testing.T) {
	lib := testLibrary(t)
	for _, test := range []struct {
		players []string
		open    bool
		want    engine.Side
	}{
		{[]string{"human", "greedy"}, false, 0}, {[]string{"greedy", "human"}, false, 1}, {[]string{"human", "human"}, false, 0},
		{[]string{"greedy", "greedy"}, false, fight.Omniscient}, {[]string{"greedy", "human"}, true, fight.Omniscient},
	} {
		v := warOf(t, lib, "two-valleys", campaignOf(t, lib, "two-valleys"), "human", "greedy")
		v.SetPlayers(test.players)
		v.Unveil(test.open)
		if got := v.viewer(); got != test.want {
			t.Errorf("%v: %d looks, not %d", test.players, got, test.want)
		}
		if v.Veils() != (test.want >= 0) {
			t.Errorf("%v: veiled: %t", test.players, v.Veils())
		}
	}
	if battleOf(t, lib, "2 levies", "2 levies", "clear").Veils() {
		t.Error("a battle for one hex is veiled")
	}
}

// What is typed about a stack that is not seen is answered as if there were
// none.
func TestHiddenUnitsAreUnknown(t *testing.T) {
	lib := testLibrary(t)
	until(t, warOf(t, lib, "two-valleys", campaignOf(t, lib, "two-valleys")), sorcery.FormMove, func(v *View) {
		for _, name := range []string{"e1", "e99"} {
			_, err := v.Show(name)
			for _, got := range []string{errText(err), looked(t, v, "path "+name+" 0304"), looked(t, v, "reach "+name), looked(t, v, "range "+name)} {
				if got = strings.TrimPrefix(got, "error: "); !strings.HasPrefix(got, `unknown unit "`+name+`"`) {
					t.Errorf("%s: %q", name, got)
				}
			}
		}
		if slices.ContainsFunc(v.Units(), func(name string) bool { return name[0] == 'e' }) {
			t.Errorf("the units are %v", v.Units())
		}
		for line := range strings.Lines(looked(t, v, "stacks east")) {
			if !strings.HasSuffix(line, "east: a stack that nobody has looked into\n") && !strings.HasSuffix(line, "east: a stack that nobody has looked into") {
				t.Errorf("the enemy's stacks are %q", line)
			}
		}
	})
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// What happens on the map says where its numbers come from, to who may know.
func TestMapLines(t *testing.T) {
	unseen := regexp.MustCompile(`^a stack of horde (marches from .+ to|comes out into|goes inside) \d{4}( \([^)]+\))?(, inside)?$`)
	lib := testLibrary(t)
	v := warOf(t, lib, "alderhold", campaignOf(t, lib, "alderhold"))
	told := map[int32]screen.Line{}
	hidden := 0
	watch(t, v, 1500, func() {}, func(e engine.Event, line screen.Line) {
		if e.What != sorcery.Moved && e.What != sorcery.Crowded {
			return
		}
		side := engine.Side(e.Who)
		if e.What == sorcery.Moved {
			side = v.battle.Unit(int(e.Who)).Side()
		}
		if side == v.viewer() && len(line.Accounts) > 0 {
			told[e.What] = line
		}
		if e.What == sorcery.Moved && side != v.viewer() && !v.sees(v.battle.Unit(int(e.Who))) {
			if hidden++; len(line.Accounts) > 0 || !unseen.MatchString(line.Text) {
				t.Errorf("the enemy's march is told as %q with %v", line.Text, line.Accounts)
			}
		}
	})
	if told[sorcery.Moved].Sum == "" || hidden == 0 {
		t.Errorf("%d marches were hidden, of others %v was told", hidden, told)
	}
}

// What a step has cost is what the leader of those who took it has less, by dice, too.
func TestStepsAreAccountedFor(t *testing.T) {
	lib := testLibrary(t)
	steps, rolled := 0, 0
	for _, name := range []string{"glacier", "two-valleys", "part-wall"} {
		for seed := range uint64(6) {
			v := warOf(t, lib, "", campaignOf(t, lib, name), "random", "random")
			before, dice := map[int]int{}, 0
			seats := wanderers(seed, 200)
			table := engine.NewTable(engine.NewDice(seed), seats...)
			table.Explain(true)
			table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
				line, _ := v.Line(e)
				switch e.What {
				case sorcery.Struggled:
					dice += int(e.N)
				case sorcery.Moved:
					u := v.battle.Unit(int(e.Who))
					if len(line.Accounts) > 0 {
						steps++
						if dice > 0 {
							rolled++
						}
						if cost := before[u.ID()] - v.onMap.war().Left(u); line.Accounts[0].Total != cost {
							t.Errorf("%s, seed %d: %s, which cost %d: %v", name, seed, line.Text, cost, line.Accounts)
						}
					}
					dice = 0
				}
				for i := range v.battle.Units() {
					before[i] = v.onMap.war().Left(v.battle.Unit(i))
				}
			}))
			engine.Play(v.Battle(), table)
		}
	}
	if steps < 20 || rolled < 3 {
		t.Errorf("there were %d steps, %d by dice", steps, rolled)
	}
}
