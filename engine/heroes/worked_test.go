package heroes_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
)

// field is a battle under a script: the choices and dice that are given are
// all that are asked for until it stops.
type field struct {
	setup   heroes.Setup
	rules   func(*heroes.Rules)
	choices string // one a line
	dice    []int
}

func armies(t testing.TB, g *heroes.Game, aggressor, defender string) heroes.Setup {
	t.Helper()
	var setup heroes.Setup
	for side, text := range []string{aggressor, defender} {
		army, err := heroes.ParseArmy(text, g.Creature)
		if err != nil {
			t.Fatal(err)
		}
		setup.Sides[side] = heroes.SideSetup{Army: army, Town: heroes.NoTownNear}
	}
	return setup
}

func shippedGame(t testing.TB) *heroes.Game {
	t.Helper()
	lib, err := library.Load(os.DirFS("../.."), "creatures.toml", "mods/heroes")
	if err != nil {
		t.Fatal(err)
	}
	return lib.Game
}

// play plays until the script is used up, and returns what was told and the
// battle as it stands. Answers left over fail the test, and so does any error
// but that the script has ended.
func (f field) play(t *testing.T, g *heroes.Game) (*heroes.Battle, []string) {
	t.Helper()
	if f.rules != nil {
		rules := g.Rules
		f.rules(&rules)
		g = heroes.NewGame(rules, g.Creatures, g.Spells)
	}
	b, err := heroes.NewBattle(g, f.setup)
	if err != nil {
		t.Fatal(err)
	}
	script := &engine.Script{Dice: f.dice}
	for _, line := range strings.Split(f.choices, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			script.Choices = append(script.Choices, line)
		}
	}
	var told []string
	table := engine.NewTable(script, script, script)
	table.Explain(true)
	table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
		if text := b.Describe(e); text != "" {
			told = append(told, text)
		}
	}))
	b.Play(table)
	if err := script.Done(); err != nil {
		t.Fatalf("%v (%v)\n%s", err, table.Err(), strings.Join(told, "\n"))
	}
	if err := table.Err(); err != nil && !(errors.Is(err, engine.ErrScript) && strings.Contains(err.Error(), "is asked for")) {
		t.Fatalf("%v\n%s", err, strings.Join(told, "\n"))
	}
	return b, told
}

// says fails unless each of want stands in told, in that order.
func says(t *testing.T, told []string, want ...string) {
	t.Helper()
	rest := told
	for _, w := range want {
		i := 0
		for i < len(rest) && !strings.Contains(rest[i], w) {
			i++
		}
		if i == len(rest) {
			t.Fatalf("nowhere, or not in this order: %q\n%s", w, strings.Join(told, "\n"))
		}
		rest = rest[i+1:]
	}
}

func never(t *testing.T, told []string, words string) {
	t.Helper()
	for _, line := range told {
		if strings.Contains(line, words) {
			t.Fatalf("it should never say %q: %s", words, line)
		}
	}
}

// TestWorkedExamples are the worked examples E1 to E16 of the rulebook.
func TestWorkedExamples(t *testing.T) {
	g := shippedGame(t)
	fight := func(aggressor, defender, choices string, dice ...int) field {
		return field{setup: armies(t, g, aggressor, defender), choices: choices, dice: dice}
	}
	town := func(walls heroes.Walls, f field) field {
		f.setup.Walls = walls
		return f
	}

	t.Run("E1 attack score of 3 Gold Golems (H2.1)", func(t *testing.T) {
		b, told := fight("3 gold-golem", "1 behemoth", "d1 pass\na1 attack d1", 1).play(t, g)
		says(t, told, "a1 (3 Gold Golem) attacks d1 (1 Behemoth): die 1 + 7 = 8 against 13: miss")
		if got, want := b.Last().Attack.String(), "7 = 3 Gold Golem, +4 levels of the cards under it (H2.1)"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("E2 their Sac value (H3.1)", func(t *testing.T) {
		_, told := fight("3 gold-golem, 1 bandit", "1 peasant", "a2 pass\na1 sacrifice a2").play(t, g)
		says(t, told, "support a2 (1 Bandit) with 6")
	})
	t.Run("E3 3 Gold Golems at a Behemoth need 6 (H2.2)", func(t *testing.T) {
		_, told := fight("3 gold-golem", "2 behemoth", "d1 pass\na1 attack d1\nd1 hold", 5).play(t, g)
		says(t, told, "die 5 + 7 = 12 against 13: miss")
		b, told := fight("3 gold-golem", "2 behemoth", "d1 pass\na1 attack d1\nd1 hold", 6).play(t, g)
		says(t, told, "die 6 + 7 = 13 against 13: hit")
		if b.Last().Need != 6 {
			t.Errorf("needs %d, want 6", b.Last().Need)
		}
	})
	t.Run("E4 the same after Swarm (H3.2)", func(t *testing.T) {
		b, told := fight("3 gold-golem", "2 behemoth", "d1 pass\na1 swarm\nd1 pass\na1 attack d1\nd1 hold", 1).play(t, g)
		says(t, told, "die 1 + 14 = 15 against 13: hit")
		if b.Last().Need > 1 {
			t.Errorf("needs %d, want 1 or less: every die hits", b.Last().Need)
		}
	})
	t.Run("E5 a Gold Golem that Protects (H3.3)", func(t *testing.T) {
		_, told := fight("3 bandit", "1 gold-golem", "a1 pass\nd1 protect\na1 attack d1\nd1 hold", 5).play(t, g)
		says(t, told, "against 9: miss")
	})
	t.Run("E6 a Bandit rolls 7 at 3 Gold Golems (H2.2, H5.1)", func(t *testing.T) {
		_, told := fight("1 bandit", "3 gold-golem", "a1 attack d1\nd1 retaliate", 7, 1).play(t, g)
		says(t, told, "die 7 + 1 = 8 against 7: hit", "d1 (2 Gold Golem) retaliates", "die 1 + 5 = 6 against 5: hit")
	})
	t.Run("E7 an Orc shoots 3 Gold Golems: no retaliation (H5.1)", func(t *testing.T) {
		_, told := fight("| 1 orc", "3 gold-golem", "a1 shoot d1\nd1 pass", 1).play(t, g)
		says(t, told, "Phase 6", "a1 (1 Orc) shoots at d1 (3 Gold Golem)", "Phase 7")
		never(t, told, "retaliates")
	})
	t.Run("E8 Halflings shot at may retaliate (H5.1)", func(t *testing.T) {
		_, told := fight("1 orc", "3 halfling", "d1 pass\na1 shoot d1\nd1 retaliate", 1, 10).play(t, g)
		says(t, told, "d1 (3 Halfling) retaliates", "d1 (3 Halfling) shoots at a1 (1 Orc): die 10 + 4")
	})
	t.Run("E9 a Cyclops struck in melee strikes back in melee (H5.1)", func(t *testing.T) {
		_, told := fight("1 bandit", "1 cyclops", "a1 attack d1\nd1 retaliate", 1, 1).play(t, g)
		says(t, told, "d1 (1 Cyclops) attacks a1 (1 Bandit): die 1 + 4 = 5 against 5: hit")
	})
	t.Run("E10 Magi shot at: no retaliation (H5.1)", func(t *testing.T) {
		_, told := fight("1 halfling", "3 magi", "a1 shoot d1", 1).play(t, g)
		says(t, told, "a1 (1 Halfling) shoots at d1 (3 Magi)")
		never(t, told, "retaliates")
	})
	t.Run("E11 support from out of reach adds nothing (H3.1)", func(t *testing.T) {
		// The golems, who cannot shoot, support the orcs' shot at the ranged line.
		b, told := fight("3 gold-golem, 2 orc", "1 bandit, 1 bandit, 1 bandit | 1 halfling",
			"next d1\nd1 pass\nnext d2\nd2 pass\nd3 pass\nd4 pass\na2 pass\na1 sacrifice a2\n"+
				"next d1\nd1 pass\nnext d2\nd2 pass\nd3 pass\nd4 pass\na2 shoot d4", 1).play(t, g)
		says(t, told, "a2 (2 Orc) shoots at d4 (1 Halfling): die 1 + 4 = 5 against 5: hit")
		if len(b.Supports()) != 0 {
			t.Error("the support is not spent")
		}
	})
	t.Run("E12 six Golems before six Halflings (H4.1)", func(t *testing.T) {
		_, told := fight("1 gold-golem, 1 gold-golem, 1 gold-golem, 1 gold-golem, 1 gold-golem, 1 gold-golem | 6 halfling",
			"9 bandit, 9 bandit, 9 bandit, 9 bandit",
			"next d1\nd1 attack a1\nnext d2\nd2 attack a2\nnext d3\nd3 attack a3\nd4 attack a4", 9, 9, 9, 9).play(t, g)
		says(t, told, "a3 is destroyed", "a4 is destroyed", "a7 (6 Halfling) comes forward")
		if n := strings.Count(strings.Join(told, "\n"), "comes forward"); n != 1 {
			t.Errorf("%d stacks came forward, want 1, after the fourth golem", n)
		}
	})
	t.Run("E13 the town wall (H8.1)", func(t *testing.T) {
		f := town(heroes.Intact, fight("1 bandit", "| 2 gold-golem, 2 gold-golem",
			"a1 attack town\nnext d1\nd1 pass\nd2 pass\n"+
				"a1 attack town\nforward d2\nnext d1\nd1 pass\nd2 pass\n"+
				"a1 attack town", 8, 9, 9))
		b, told := f.play(t, g)
		says(t, told, "die 8 + 1 = 9 against 10: miss", "die 9 + 1 = 10 against 10: hit", "the walls are breached", "d2 (2 Gold Golem) comes forward", "die 9 + 1 = 10", "the walls are sacked", "d1 (2 Gold Golem) comes forward")
		if b.Walls() != heroes.Sacked {
			t.Errorf("the walls are %s", b.Walls())
		}
	})
	t.Run("E14 a ranged score of 5 at the ranged line (H8.3)", func(t *testing.T) {
		for walls, want := range map[heroes.Walls]string{heroes.Intact: "+ 3 =", heroes.Breached: "+ 4 =", heroes.Sacked: "+ 5 ="} {
			// Four halflings: 2 + 3. Two stacks keep H8.2's line.
			f := town(walls, fight("4 halfling", "3 gold-golem, 3 gold-golem | 2 gold-golem", "a1 shoot d3", 1))
			_, told := f.play(t, g)
			says(t, told, "a1 (4 Halfling) shoots at d3 (2 Gold Golem): die 1 "+want)
		}
	})
	t.Run("E15 ignore obstacles at the ranged line (H8.4)", func(t *testing.T) {
		f := town(heroes.Breached, fight("2 griffin", "3 gold-golem | 2 gold-golem", "a1 attack d2\nd2 hold", 1))
		_, told := f.play(t, g)
		says(t, told, "a1 (2 Griffin) attacks d2 (2 Gold Golem)")
		f = town(heroes.Intact, fight("2 griffin", "3 gold-golem | 2 gold-golem", "a1 attack d2"))
		if err := f.refusal(t, g); err == nil || !strings.HasSuffix(err.Error(), `choice 1 "a1 attack d2": it cannot pass the walls in their state (H8.4)`) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("E16 swat 2 Gold Golems (H2.3)", func(t *testing.T) {
		_, told := fight("3 gold-golem", "3 gold-golem", "a1 attack d1 swat 2\nd1 hold", 6).play(t, g)
		says(t, told, "a1 (3 Gold Golem) attacks 2 cards of d1 (3 Gold Golem): die 6 + 7 = 13 against 14: miss")
		never(t, told, "dies")
		_, told = fight("3 gold-golem", "3 gold-golem", "a1 attack d1 swat 2\nd1 hold", 7).play(t, g)
		says(t, told, "die 7 + 7 = 14 against 14: hit", "dies", "dies")
	})
}

// refusal plays until the first error and returns it.
func (f field) refusal(t *testing.T, g *heroes.Game) error {
	t.Helper()
	b, err := heroes.NewBattle(g, f.setup)
	if err != nil {
		t.Fatal(err)
	}
	script := &engine.Script{Dice: f.dice, Choices: strings.Split(f.choices, "\n")}
	table := engine.NewTable(script, script, script)
	b.Play(table)
	return table.Err()
}
