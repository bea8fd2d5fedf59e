package sorceryview

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/view"
	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/players"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// looked is what a command of the game's own prints.
func looked(t testing.TB, v *View, line string) string {
	t.Helper()
	words := strings.Fields(line)
	for _, look := range v.looks() {
		if look.Name == words[0] {
			text, err := look.Run(t.Context(), view.Size{Columns: 80, Lines: 24}, words[1:])
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
	for _, look := range v.looks() {
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
		n, ok, _ := engine.Ahead(v.Asked().Choice.(engine.Worded), unit, verb(name), rest)
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
			if _, ok, err := view.Bare(v, []string{word}); !ok || err == nil || err.Error() != text {
				t.Errorf("%s: %t, %v; want %q", word, ok, err, text)
			}
		}
	}
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		v.Ask(q)
		defer v.Ask(engine.Question{})
		switch v.Form() {
		case sorcery.FormMove:
			hexes(map[string]string{"0304": "which unit marches there? For example: w1 march 0304", "0399": `hex "0399": there is no row 99, the last one is 07`})
			return engine.ParseLegal(q.Choice, "move w1")
		case sorcery.FormWith:
			hexes(map[string]string{"0304": "march 0304 takes no other unit along, march 0304 all takes the whole stack"})
			for _, test := range [][2]string{
				{said(v, "w1", "march", "0304"), "alone"}, {said(v, "w1", "march", "0304", "all"), "with all"}, {said(v, "", "march", "0304"), "alone"},
				{said(v, "w2", "march", "0304"), "no"}, {said(v, "w1", "with", "all"), "no"},
			} {
				if test[0] != test[1] {
					t.Errorf("it means %q, not %q", test[0], test[1])
				}
			}
			return fight.Pass, nil
		}
		for _, test := range []struct {
			unit, verb, rest, want string
		}{
			{"w1", "march", "0304", "march 0304"}, {"w1", "march", "0304 all", "march 0304"}, {"", "march", "0304", "march 0304"}, {"", "march", "0304 all", "march 0304"}, {"w1", "sortie", "all", "they are not besieged (S4)"}, {"w1", "stay", "", "stay"}, {"w1", "stay", "all", "stay"}, {"", "stay", "now", `unexpected "now" after "stay"`},
			{"w2", "march", "0304", "w2 (Spearmen) is not one of the units that get the order. " + q.Choice.(engine.Prompter).Prompt()}, {"w1", "march", "0808", "hex \"0808\": there is no row 08, the last one is 07"},
			{"w1", "march", "0203", "they stand there (S2)"}, {"w1", "march", "0906", "it is out of reach (S2)"}, {"w1", "breach", "", "that place is not besieged by them (S4)"}, {"w1", "enter", "", "there is no place to enter (S2)"},
			{"e1", "march", "0304", `unknown unit "e1"`},
		} {
			n, err := view.Answer(v, test.unit, verb(test.verb), strings.Fields(test.rest))
			got := ""
			if got = fmt.Sprint(err); err == nil {
				got = q.Choice.Name(n)
			}
			if got != test.want {
				t.Errorf("%s %s %s: %q, want %q", test.unit, test.verb, test.rest, got, test.want)
			}
		}
		if words := view.Complete(v, "", verb("march"), nil); !slices.Contains(words, "0304") || slices.Contains(words, "0907") {
			t.Errorf("march is completed with %v", words)
		}
		return 0, engine.ErrRewind
	})
	engine.Play(v.Battle(), engine.NewTable(engine.NewDice(1), player, player))
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
	return warOf(t, lib, "", c, players.Human, players.Human)
}

// Where a stack may react is told by range, odds and options as the rules then let it: over a
// wall with nobody behind it, and of the demoralized not to the enemy.
func TestReactionHexes(t *testing.T) {
	lib := testLibrary(t)
	number := regexp.MustCompile(`\b\d{4}\b`)
	for _, army := range []string{"captain-hob, 3 pikemen", "gash-bonechewer, 3 pikemen*"} {
		c := campaignOf(t, lib, "reacting")
		c.Stacks[0].Army = parsed(t, lib, army)
		v := warOf(t, lib, "", c, players.Human, players.Human)
		var odds, ranged, options, legal []string
		player := engine.OracleFunc(func(q engine.Question) (int, error) {
			v.Ask(q)
			defer v.Ask(engine.Question{})
			switch v.Form() {
			case sorcery.FormMove:
				if q.Side == 1 {
					return engine.ParseLegal(q.Choice, "move e1")
				}
			case sorcery.FormWith, fight.FormBring:
				return fight.All, nil
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
				return fight.Picked + v.onMap.reactors()[0].ID(), nil
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
				legal = append(legal, v.onMap.war().Grid().Number(h))
			}
			return 0, engine.ErrRewind
		})
		engine.Play(v.Battle(), engine.NewTable(engine.NewDice(1), player, player))
		if len(legal) < 2 || !slices.Equal(odds, legal) || !slices.Equal(ranged, legal) {
			t.Errorf("%s may react to %v; odds tells %v, range %v", army, legal, odds, ranged)
		}
		if slices.Sort(options); !slices.Equal(options, slices.Sorted(slices.Values(legal))) { // the best first
			t.Errorf("%s may react to %v; options lists %v", army, legal, options)
		}
	}
}

// A path says what decides the battle that it may lead to: water that halves those
// who cross it, walls, and how many stand where it ends.
func TestPathSaysWhatDecides(t *testing.T) {
	lib := testLibrary(t)
	for _, test := range []struct {
		scenario, line string
		want           []string
	}{
		{"two-valleys", "path w7 0504", []string{"\n    the bridge halves its strength in the first round of a battle there (S3.2)\n", "\nWeight in that hex then: 3 of 12 (S1)."}},
		{"two-valleys", "path w1 0504", []string{"\nWeight in that hex then: 0 of 12 (S1)."}}, // a character has no strength to halve
		{"two-valleys", "path w8 all 0203", []string{"\nWeight in that hex then: 11 of 16 (S1)."}},
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
			"path w2 all 0504": "\nThat leads to a battle, or a siege (S3.1, S4). The bridge halves their strength in its first round (S3.2).",
			"path w2 0505":     "\n    a stack in 0504 (Middling) could react (S3.1)\n",
		} {
			if text := looked(t, v, line); !strings.Contains(strings.ReplaceAll(text, "\n  ", " "), strings.ReplaceAll(want, "\n  ", " ")) {
				t.Errorf("%s: got\n%s\nwant %q", line, text, want)
			}
		}
		if text := looked(t, v, "path w1 0505"); strings.Contains(text, "react") {
			t.Errorf("a character alone: got\n%s", text)
		}
		g, err := v.onMap.grouped([]string{"w2"})
		if err != nil {
			t.Fatal(err)
		}
		h, _ := grid.Parse("0504")
		want := "0504 (Middling), Rough, 3 points, east stands there, the bridge halves its strength"
		if note := v.onMap.orderNote(g.order, g.order.Answer(sorcery.ToMarch, h)); note != want {
			t.Errorf("got %q, want %q", note, want)
		}
	})
}
