package sorceryview

import (
	"context"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/view"
	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery"
)

// looked is what a command of the game's own prints.
func looked(t testing.TB, v *View, line string) string {
	t.Helper()
	words := strings.Fields(line)
	for _, look := range (System{}).Looks() {
		if look.Name == words[0] {
			text, err := look.Run(v, view.Size{Columns: 80, Lines: 24}, words[1:])
			if err != nil {
				return "error: " + err.Error()
			}
			return strings.TrimSuffix(text, "\n")
		}
	}
	t.Fatalf("there is no %s", line)
	return ""
}

// Previews tell ways, costs and who is near, and change nothing.
func TestLooks(t *testing.T) {
	lib := testLibrary(t)
	var out strings.Builder
	until(t, warOf(t, lib, "alderhold", campaignOf(t, lib, "alderhold")), sorcery.FormMove, func(v *View) {
		before := string(v.battle.AppendKey(nil))
		for _, line := range []string{
			"stacks 0302", "stacks horde", "stacks north", "stacks 0101", "stacks 0302 0303", "goals", "goals now", "legend", "legend x",
			"path", "path c1 0404", "path c15 0507", "path c19 all 0102", "path c8 all 0604", "path c25 0901", "path c25 all 0902", "path c1 all all 0404",
			"path c99 0404", "path h1 0404", "path c1 9999", "path 0404", "path c1", "path c1 all", "path c32 0405",
			"reach c2", "reach c19 all", "reach", "reach h1",
			"range c25", "range c15", "range c32", "range h1", "range c1 c2", "map tiny", "map 0000", "map compact 1405",
		} {
			fmt.Fprintf(&out, "> %s\n%s\n", line, looked(t, v, line))
		}
		for _, name := range []string{"0305", "0504", "1202", "0707", "0101", "9901"} {
			fmt.Fprintf(&out, "> show %s\n%s\n", name, viewtest.Command(v, []string{"show", name}))
		}
		if string(v.battle.AppendKey(nil)) != before {
			t.Error("a look has changed the campaign")
		}
	})
	viewtest.Golden(t, "looks.txt", out.String())
}

// A battle for one hex has no map.
func TestLooksWithoutMap(t *testing.T) {
	lib := testLibrary(t)
	v := battleOf(t, lib, "2 levies", "2 levies", "clear")
	for _, look := range (System{}).Looks() {
		if got, want := looked(t, v, look.Name), "error: there is no map: this is a battle for one hex, which board shows"; got != want {
			t.Errorf("%s: %q, want %q", look.Name, got, want)
		}
	}
}

// A line that names a unit and what it does is as many answers as it takes.
func TestTurns(t *testing.T) {
	lib := testLibrary(t)
	verb := func(name string) engine.Verb {
		for _, v := range sorcery.Verbs() {
			if v.Name == name {
				return v
			}
		}
		t.Fatalf("there is no %s", name)
		return engine.Verb{}
	}
	said := func(v *View, unit, name string, rest ...string) string {
		n, ok := v.Turn(unit, verb(name), rest)
		if !ok {
			return "no"
		}
		return v.Asked().Choice.Name(n)
	}
	v := warOf(t, lib, "two-valleys", campaignOf(t, lib, "two-valleys"))
	until(t, v, sorcery.FormMove, func(v *View) {
		for _, test := range [][2]string{
			{said(v, "w1", "march", "0304"), "move w1"}, {said(v, "w1", "stay"), "move w1"}, {said(v, "w12", "march", "0304"), "no"},
			{said(v, "e1", "march", "0304"), "no"}, {said(v, "", "march", "0304"), "no"}, {said(v, "w1", "react", "0304"), "no"}, {said(v, "w1", "done"), "no"},
		} {
			if test[0] != test[1] {
				t.Errorf("it means %q, not %q", test[0], test[1])
			}
		}
	})
	hexes := func(want map[string]string) {
		for word, text := range want {
			if _, ok, err := v.Bare([]string{word}); !ok || err == nil || err.Error() != text {
				t.Errorf("%s: %t, %v; want %q", word, ok, err, text)
			}
		}
	}
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		v.Ask(q)
		defer v.Ask(engine.Question{})
		switch v.Form() {
		case sorcery.FormMove:
			hexes(map[string]string{"0304": "who marches there? As in w1 march 0304", "0399": `hex "0399": there is no row 99, the last one is 07`})
			return engine.ParseLegal(q.Choice, "move w1")
		case sorcery.FormWith:
			hexes(map[string]string{"0304": "march 0304 takes nobody along, march 0304 all all who stand there"})
			for _, test := range [][2]string{
				{said(v, "w1", "march", "0304"), "alone"}, {said(v, "w1", "march", "0304", "all"), "with all"}, {said(v, "", "march", "0304"), "alone"},
				{said(v, "w2", "march", "0304"), "no"}, {said(v, "w1", "with", "all"), "no"},
			} {
				if test[0] != test[1] {
					t.Errorf("it means %q, not %q", test[0], test[1])
				}
			}
			return sorcery.Pass, nil
		}
		for _, test := range []struct {
			unit, verb, rest, want string
		}{
			{"w1", "march", "0304", "march 0304"}, {"w1", "march", "0304 all", "march 0304"}, {"", "march", "0304", "march 0304"}, {"", "march", "0304 all", "march 0304"}, {"w1", "sortie", "all", "they are not besieged (S4)"}, {"w1", "stay", "", "stay"}, {"w1", "stay", "all", "stay"}, {"", "stay", "now", `unexpected "now" after "stay"`},
			{"w2", "march", "0304", "w2 (Spearmen) is not one of those who are asked. " + v.Asks()}, {"w1", "march", "0808", "hex \"0808\": there is no row 08, the last one is 07"},
			{"w1", "march", "0203", "they stand there (S2)"}, {"w1", "march", "0906", "it is out of reach (S2)"}, {"w1", "breach", "", "that place is not besieged by them (S4)"}, {"w1", "enter", "", "there is no place to enter (S2)"},
			{"e1", "march", "0304", `unknown unit "e1"`},
		} {
			n, err := v.Answer(test.unit, verb(test.verb), strings.Fields(test.rest))
			got := ""
			if got = fmt.Sprint(err); err == nil {
				got = q.Choice.Name(n)
			}
			if got != test.want {
				t.Errorf("%s %s %s: %q, want %q", test.unit, test.verb, test.rest, got, test.want)
			}
		}
		if words := v.Complete(verb("march"), nil); !slices.Contains(words, "0304") || slices.Contains(words, "0907") {
			t.Errorf("march is completed with %v", words)
		}
		return 0, engine.ErrRewind
	})
	v.battle.Play(engine.NewTable(engine.NewDice(1), player, player))
}

// nearby is a campaign whose armies stand side by side: east has been left in a
// castle, and west may besiege it, or is reacted to.
func nearby(t testing.TB, v *View, west, east string) *View {
	t.Helper()
	lib := v.Library()
	c := campaignOf(t, lib, "two-valleys")
	at := func(number string) hex.Hex {
		h, err := c.Map.Grid.Parse(number)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	c.Stacks = []sorcery.Stack{
		{Side: 0, Hex: at("0704"), Army: parsed(t, lib, west)},
		{Side: 1, Hex: at("0804"), Army: parsed(t, lib, east)},
	}
	return warOf(t, lib, "", c, view.Human, view.Human)
}

// The odds of a reaction are those of the engine: of 36 throws of its dice as
// many come as are told.
func TestReactionOdds(t *testing.T) {
	lib := testLibrary(t)
	any := warOf(t, lib, "two-valleys", campaignOf(t, lib, "two-valleys"))
	v := nearby(t, any, "sir-oswin, 3 spearmen, lancers", "gash-bonechewer, 2 orc-spears, 2 warg-riders")
	tested := 0
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		v.Ask(q)
		defer v.Ask(engine.Question{})
		switch v.Form() {
		case sorcery.FormMove:
			if p := q.Choice.(*sorcery.Picking); p.Legal(sorcery.Picked) {
				return sorcery.Picked, nil
			}
			return sorcery.Pass, nil
		case sorcery.FormWith, sorcery.FormBring:
			return sorcery.All, nil
		case sorcery.FormReact:
			return sorcery.Picked + v.reactors()[0].ID(), nil
		}
		if v.Form() != sorcery.FormReaction {
			return engine.ParseLegal(q.Choice, "march 0803")
		}
		o := q.Choice.(*sorcery.Ordering)
		if text, _ := v.Odds(context.Background(), nil); strings.Count(text, "not known (S6)") != len(slices.Collect(o.Each)) {
			t.Errorf("who marches is known:\n%s", text)
		}
		for answer := range o.Each {
			_, to := o.Order(answer)
			come := thrown(t, v, o, answer)
			a := v.look()
			leader := v.reactors()[0]
			units, _ := a.Reacting(a.Unit(leader.ID()), to)
			bounds := v.reactionChance(a, leader, units, to)
			v.Unveil(true)
			exact := v.reactionChance(a, leader, units, to)
			v.Unveil(false)
			if want := view.Chance(come); !strings.HasPrefix(exact, want+" (8 or more of 2 dice, ") {
				t.Errorf("into %s: %s, but %s come", v.battle.PlaceName(to), exact, want)
			}
			if !strings.HasPrefix(bounds, "from ") {
				t.Errorf("into %s: %s", v.battle.PlaceName(to), bounds)
			}
			tested++
		}
		return 0, engine.ErrRewind
	})
	v.battle.Play(engine.NewTable(engine.NewDice(1), player, player))
	if tested < 3 {
		t.Errorf("there were %d hexes to react into", tested)
	}
}

// Where a stack may react is told by range, odds and options as the rules then let it: over a
// wall with nobody behind it, and of the demoralised not to the enemy.
func TestReactionHexes(t *testing.T) {
	lib := testLibrary(t)
	number := regexp.MustCompile(`\b\d{4}\b`)
	for _, army := range []string{"captain-hob, 3 pikemen", "gash-bonechewer, 3 pikemen*"} {
		c := campaignOf(t, lib, "reacting")
		c.Stacks[0].Army = parsed(t, lib, army)
		v := warOf(t, lib, "", c, view.Human, view.Human)
		var odds, ranged, options, legal []string
		player := engine.OracleFunc(func(q engine.Question) (int, error) {
			v.Ask(q)
			defer v.Ask(engine.Question{})
			switch v.Form() {
			case sorcery.FormMove:
				if q.Side == 1 {
					return engine.ParseLegal(q.Choice, "move e1")
				}
			case sorcery.FormWith, sorcery.FormBring:
				return sorcery.All, nil
			case sorcery.FormReact:
				text, err := v.Odds(context.Background(), []string{ofReaction})
				if err != nil {
					t.Fatal(err)
				}
				for line := range strings.Lines(text) {
					odds = append(odds, number.FindAllString(line, 1)...)
				}
				_, line, _ := strings.Cut(looked(t, v, "range w1"), "\n")
				line, _, _ = strings.Cut(line, "(S3.1)")
				ranged = number.FindAllString(line, -1)
				for _, o := range v.Options() {
					options = append(options, number.FindAllString(o.Text, -1)...)
				}
				return sorcery.Picked + v.reactors()[0].ID(), nil
			}
			o, ok := q.Choice.(*sorcery.Ordering)
			switch {
			case !ok:
				return q.First(), nil
			case v.Form() != sorcery.FormReaction:
				return engine.ParseLegal(o, "march 0302")
			}
			for answer := range o.Each {
				_, h := o.Order(answer)
				legal = append(legal, v.battle.Grid().Number(h))
			}
			return 0, engine.ErrRewind
		})
		v.battle.Play(engine.NewTable(engine.NewDice(1), player, player))
		if len(legal) < 2 || !slices.Equal(odds, legal) || !slices.Equal(ranged, legal) {
			t.Errorf("%s may react to %v; odds tells %v, range %v", army, legal, odds, ranged)
		}
		if slices.Sort(options); !slices.Equal(options, slices.Sorted(slices.Values(legal))) { // the best first
			t.Errorf("%s may react to %v; options lists %v", army, legal, options)
		}
	}
}

// thrown is how many of all throws of two dice let those come who react.
func thrown(t testing.TB, v *View, o *sorcery.Ordering, answer int) *big.Rat {
	t.Helper()
	come := 0
	for n := range 36 {
		b := o.Scratch().(*sorcery.Battle)
		rolled := 0
		dice := engine.OracleFunc(func(engine.Question) (int, error) {
			rolled++
			return [...]int{n/6 + 1, n%6 + 1}[rolled-1], nil
		})
		player := engine.OracleFunc(func(engine.Question) (int, error) { return answer, nil })
		table := engine.NewTable(dice, player, player)
		passed, heard := false, false
		table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
			if e.What == sorcery.Reacted {
				passed, heard = b.Last().Pass, true
			}
		}))
		b.Sit(table)
		b.CopyFrom(v.battle)
		for !heard && table.Err() == nil {
			b.Step()
		}
		if err := table.Err(); err != nil {
			t.Fatal(err)
		}
		come += bit(passed)
	}
	return big.NewRat(int64(come), 36)
}

// A path says what decides the battle that it may lead to: water that halves those
// who cross it, walls, and how many stand where it ends.
func TestPathSaysWhatDecides(t *testing.T) {
	lib := testLibrary(t)
	for _, test := range []struct {
		scenario, line string
		want           []string
	}{
		{"two-valleys", "path w7 0504", []string{"\n    the bridge halves its strength in the first round of a battle there (S3.2)\n", "\nThey stand there then: 3 of 12 (S1)."}},
		{"two-valleys", "path w1 0504", []string{"\nThey stand there then: 0 of 12 (S1)."}}, // a character has no strength to halve
		{"two-valleys", "path w8 all 0203", []string{"\nThey stand there then: 11 of 16 (S1)."}},
		{"farwall", "path t13 0202", []string{"Walls lie between there and the enemy in 0201 and 0102: assault or breach them (S4)."}},
	} {
		t.Run(test.line, func(t *testing.T) {
			s, err := lib.Scenario(test.scenario)
			if err != nil {
				t.Fatal(err)
			}
			until(t, warOf(t, lib, test.scenario, s.Setup.(sorcery.Campaign)), sorcery.FormMove, func(v *View) {
				text := looked(t, v, test.line)
				for _, want := range test.want {
					if !strings.Contains(strings.ReplaceAll(text, "\n  ", " "), strings.ReplaceAll(want, "\n  ", " ")) {
						t.Errorf("got\n%s\nwant %q", text, want)
					}
				}
				if strings.Contains(text, "halves") != strings.Contains(strings.Join(test.want, ""), "halves") {
					t.Errorf("got\n%s", text)
				}
			})
		})
	}
}

// A march over a bridge to where the enemy stands halves those who fight there,
// and characters alone set off no reaction.
func TestPathIntoBattle(t *testing.T) {
	lib := testLibrary(t)
	c := campaignOf(t, lib, "two-valleys")
	c.Stacks = slices.Clone(c.Stacks)
	grid := c.Map.Grid
	for i := range c.Stacks {
		to := map[engine.Side]string{0: "0404", 1: "0504"}[c.Stacks[i].Side]
		if h, err := grid.Parse(to); err != nil {
			t.Fatal(err)
		} else if !c.Stacks[i].Inside {
			c.Stacks[i].Hex = h
		}
	}
	until(t, warOf(t, lib, "", c), sorcery.FormMove, func(v *View) {
		for line, want := range map[string]string{
			"path w2 all 0504": "\nThat brings battle, or a siege (S3.1, S4). The bridge halves their strength in its first round (S3.2).",
			"path w2 0505":     "\n    a stack in 0504 (Middling) could react (S3.1)\n",
		} {
			if text := looked(t, v, line); !strings.Contains(strings.ReplaceAll(text, "\n  ", " "), strings.ReplaceAll(want, "\n  ", " ")) {
				t.Errorf("%s: got\n%s\nwant %q", line, text, want)
			}
		}
		if text := looked(t, v, "path w1 0505"); strings.Contains(text, "react") {
			t.Errorf("a character alone: got\n%s", text)
		}
		g, err := v.grouped([]string{"w2"})
		if err != nil {
			t.Fatal(err)
		}
		h, _ := grid.Parse("0504")
		want := "0504 (Middling), Rough, 3 points, east stands there, the bridge halves its strength"
		if note := v.orderNote(g.order, g.order.Answer(sorcery.ToMarch, h)); note != want {
			t.Errorf("got %q, want %q", note, want)
		}
	})
}
