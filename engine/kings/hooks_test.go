package kings_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/kings"
)

type none = engine.None

// scripted plays a battle with a script, which must be exact, and returns
// what was heard.
func scripted(t *testing.T, b *kings.Battle, dice []int, choices ...string) string {
	t.Helper()
	script := &engine.Script{Dice: dice, Choices: choices}
	table := engine.NewTable(script, script, script, script, script)
	h := enginetest.NewTold(b)
	table.Listen(h)
	b.Play(table)
	if err := errors.Join(table.Err(), script.Done()); err != nil {
		t.Fatalf("%v, after\n%s", err, h.Text())
	}
	return h.Text() + "\n"
}

func battle(t *testing.T, g *kings.Game, limit int, armies ...string) *kings.Battle {
	t.Helper()
	setup := kings.Setup{RoundLimit: limit, Neighbors: []kings.Neighbor{{Name: "north", Owner: 0}, {Name: "west", Owner: 0}, {Name: "south", Owner: engine.Side(len(armies) - 1)}}}
	for _, text := range armies {
		text, items, _ := strings.Cut(text, "; ")
		setup.Sides = append(setup.Sides, kings.SideSetup{Army: army(t, g, text), Items: army(t, g, items)})
	}
	b, err := kings.NewBattle(g, setup)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// What hangs on a hook has its say.
func TestHooks(t *testing.T) {
	no := &kings.Ruling{Rule: "X1", Text: "not here"}
	for _, row := range []struct {
		name    string
		hang    func(*kings.Hooks)
		armies  []string
		dice    []int
		choices []string
		want    string // a part of what is heard
	}{
		{"Fights", func(h *kings.Hooks) {
			h.Fights.Add(func(*kings.Battle, *kings.Counter, kings.CombatStep) kings.CombatStep { return kings.Ranged })
		}, []string{"melee-1", "magic-1"}, []int{2, 2}, []string{"stay", "stay"}, "Round 1\nThe ranged step\na1 (Melee 1) rolls a 2 against 1 and misses\nd1 (Magic 1) rolls"},
		{"Dice", func(h *kings.Hooks) {
			h.Dice.Add(func(_ *kings.Battle, c *kings.Counter, n int) int { return n + 1 })
		}, []string{"charger-1", "melee-1"}, []int{2, 2, 2, 2, 2}, []string{"stay", "stay"}, "d1 (Melee 1) rolls a 2 against 1 and misses\nd1 (Melee 1) rolls a 2 against 1 and misses\n"},
		{"Dice, none", func(h *kings.Hooks) {
			h.Dice.Add(func(_ *kings.Battle, c *kings.Counter, n int) int { return n * int(c.Side()) })
		}, []string{"2 melee-1", "melee-1"}, []int{2}, []string{"stay", "stay"}, "The melee step\nd1 (Melee 1) rolls a 2 against 1 and misses\ndefender has the hex"},
		{"Losses", func(h *kings.Hooks) {
			h.Losses.Add(func(b *kings.Battle, s kings.CombatStep, _ none) none {
				if s == kings.Melee {
					b.ScoreHits(1, 1)
				}
				return none{}
			})
		}, []string{"melee-1", "melee-1"}, []int{2, 1}, nil, "d1 (Melee 1) rolls a 1 against 1 and hits\nattacker takes 1 hit\ndefender takes 1 hit\n"},
		{"Value", func(h *kings.Hooks) {
			h.Value.Add(func(_ *kings.Battle, c *kings.Counter, s engine.Score) engine.Score {
				return s.Add(-1, &engine.Cause{Text: "Cloud"})
			})
		}, []string{"melee-6", "melee-1"}, []int{6, 1}, []string{"stay", "stay"}, "a1 (Melee 6) rolls a 6 against 5 and misses\nd1 (Melee 1) rolls a 1 against 0 and misses\n"},
		{"Rolled", func(h *kings.Hooks) {
			h.Rolled.Add(func(_ *kings.Battle, r kings.Roll, die int) int { return die - 1 })
		}, []string{"melee-3", "melee-1"}, []int{4, 3}, nil, "a1 (Melee 3) rolls a 3 against 3 and hits\nd1 (Melee 1) rolls a 2 against 1 and misses\n"},
		{"Hit", func(h *kings.Hooks) {
			h.Hit.Add(func(_ *kings.Battle, r kings.Roll, n int) int {
				if r.Die == r.Need {
					return 3
				}
				return n
			})
		}, []string{"melee-3", "melee-1, melee-2"}, []int{3, 2, 3}, []string{"lose d1"}, "a1 (Melee 3) rolls a 3 against 3 and scores 3 hits\n"},
		{"Hit, none", func(h *kings.Hooks) {
			h.Hit.Add(func(*kings.Battle, kings.Roll, int) int { return 0 })
		}, []string{"melee-3", "melee-1"}, []int{3, 2}, []string{"stay", "stay"}, "a1 (Melee 3) rolls a 3 against 3 and scores no hit all the same\nd1 (Melee 1) rolls a 2 against 1 and misses\n"},
		{"Suffer", func(h *kings.Hooks) {
			h.Suffer.Add(func(_ *kings.Battle, side engine.Side, n int) int { return n - 1 })
		}, []string{"2 melee-3", "melee-1"}, []int{1, 4, 1}, []string{"stay", "stay"}, "d1 (Melee 1) rolls a 1 against 1 and hits\ndefender has the hex"},
		{"Take", func(h *kings.Hooks) {
			h.Take.Add(func(b *kings.Battle, c *kings.Counter, r *kings.Ruling) *kings.Ruling {
				if c.Thing().Value == 1 {
					return no
				}
				return r
			})
		}, []string{"melee-3", "melee-1, melee-2"}, []int{1, 2, 3}, []string{"stay", "stay"}, "d2 (Melee 2) is eliminated\n"},
		{"Take, none", func(h *kings.Hooks) {
			h.Take.Add(func(*kings.Battle, *kings.Counter, *kings.Ruling) *kings.Ruling { return no })
		}, []string{"melee-3", "melee-1"}, []int{3, 2}, []string{"stay", "stay"}, "defender takes 1 hit\n1 hit too many for defender: none of its counters may take them\n"},
		{"Save, Saved", func(h *kings.Hooks) {
			h.Save.Add(func(*kings.Battle, *kings.Counter, kings.Faces) kings.Faces { return kings.Faces{First: 4, Last: 6} })
			h.Saved.Add(func(_ *kings.Battle, r kings.Rescue, saved bool) bool { return saved || r.Die == 3 })
		}, []string{"melee-3, melee-3", "melee-1"}, []int{1, 1, 1, 6, 3, 5}, []string{"lose a2", "stay", "stay"}, "d1 (Melee 1) rolls a 3 and is not saved\nd1 (Melee 1) is hit and saves itself with a 5\n"},
		{"Retreat", func(h *kings.Hooks) {
			h.Retreat.Add(func(_ *kings.Battle, w kings.Way, r *kings.Ruling) *kings.Ruling {
				if w.Side == 0 && w.Hex == 2 {
					return nil // what the rules forbid, hooks are not asked about
				}
				return no
			})
		}, []string{"melee-1", "melee-1"}, []int{2, 2}, nil, "still fought for"},
		{"Crowd", func(h *kings.Hooks) {
			h.Crowd.Add(func(*kings.Battle, kings.Way, int) int { return 1 })
		}, []string{"2 melee-1", "melee-1"}, []int{2, 2, 2}, []string{"retreat west", "remove a2"}, "a2 (Melee 1) is one too many there and is removed\n"},
		{"Crowd below 0", func(h *kings.Hooks) {
			h.Crowd.Add(func(*kings.Battle, kings.Way, int) int { return -1 })
		}, []string{"melee-1", "melee-1"}, []int{2, 2}, []string{"retreat west"}, "keeps the hex"},
		{"Owner", func(h *kings.Hooks) {
			h.Owner.Add(func(_ *kings.Battle, side, _ engine.Side) engine.Side { return 1 - side })
		}, []string{"melee-1", "melee-1, mine"}, []int{2, 1}, nil, "attacker takes the hex in round 1"},
		{"Owner is the defender", func(h *kings.Hooks) {
			h.Owner.Add(func(_ *kings.Battle, side, _ engine.Side) engine.Side { return 1 - side })
		}, []string{"melee-1", "melee-1"}, []int{1, 2}, nil, "defender keeps the hex in round 1"},
		{"Restored", func(h *kings.Hooks) {
			h.Restored.Add(func(_ *kings.Battle, r kings.Rescue, saved bool) bool { return !saved })
		}, []string{"2 melee-1", "village"}, []int{1, 2, 2, 6}, nil, "d1 (Village) is restored with a 6\n"},
		{"Attack", func(h *kings.Hooks) {
			h.Attack.Add(func(_ *kings.Battle, a kings.Attack, r *kings.Ruling) *kings.Ruling {
				if a.By == 0 && a.At == 1 {
					return no
				}
				return r
			})
		}, []string{"melee-1", "melee-1", "melee-1"}, []int{2, 2, 2}, []string{"attack attacker", "attack attacker", "stay", "stay"}, "Round 1\nattacker attacks defender\n"},
		{"Attack nobody", func(h *kings.Hooks) {
			h.Attack.Add(func(_ *kings.Battle, a kings.Attack, r *kings.Ruling) *kings.Ruling {
				if a.By == 0 {
					return no
				}
				return r
			})
		}, []string{"melee-1", "melee-1"}, []int{2}, []string{"stay", "stay"}, "The melee step\nd1 "},
		{"Playable", func(h *kings.Hooks) {
			h.Playable.Add(func(_ *kings.Battle, _ kings.Use, _ *kings.Ruling) *kings.Ruling { return no })
		}, []string{"melee-1; golem", "melee-1"}, []int{2, 2}, []string{"stay", "stay"}, "Round 1\nThe melee step\n"},
	} {
		t.Run(row.name, func(t *testing.T) {
			g := newGame(t, kings.DefaultRules())
			row.hang(&g.Hooks)
			b := battle(t, g, 1, row.armies...)
			if got := scripted(t, b, row.dice, row.choices...); !strings.Contains(got, row.want) {
				t.Errorf("heard\n%swithout\n%s", got, row.want)
			}
		})
	}
}

// Hooks that only tell, in the order in which a battle comes to them.
func TestHooksThatTell(t *testing.T) {
	g := newGame(t, kings.DefaultRules())
	var told []string
	tell := func(format string, args ...any) none {
		told = append(told, fmt.Sprintf(format, args...))
		return none{}
	}
	h := &g.Hooks
	h.BattleStart.Add(func(*kings.Battle, none, none) none { return tell("battle") })
	h.RoundStart.Add(func(b *kings.Battle, _, _ none) none { return tell("round %d", b.Round()) })
	h.StepStart.Add(func(_ *kings.Battle, s kings.CombatStep, _ none) none { return tell("%s", s) })
	h.Played.Add(func(b *kings.Battle, u kings.Use, _ none) none { return tell("played %s", b.Name(u.Item)) })
	h.Lost.Add(func(b *kings.Battle, c *kings.Counter, _ none) none { return tell("lost %s", b.Name(c)) })
	h.Neutralized.Add(func(b *kings.Battle, c *kings.Counter, _ none) none { return tell("flipped %s", b.Name(c)) })
	h.Beaten.Add(func(_ *kings.Battle, side engine.Side, _ none) none { return tell("side %d beaten", side) })
	h.StepEnd.Add(func(_ *kings.Battle, s kings.CombatStep, _ none) none { return tell("end of %s", s) })
	h.RoundEnd.Add(func(b *kings.Battle, _, _ none) none { return tell("end of round %d", b.Round()) })
	h.Retreated.Add(func(b *kings.Battle, w kings.Way, _ none) none { return tell("side %d to %d", w.Side, w.Hex) })
	h.BattleEnd.Add(func(_ *kings.Battle, r kings.Result, _ none) none { return tell("%s", r) })
	b := battle(t, g, 0, "magic-3, melee-1, melee-1; golem", "village, 2 melee-2")
	scripted(t, b, []int{1, 2, 2, 6, 2, 6, 4}, "play golem", "lose d1", "lose a1", "lose d2", "retreat north")
	const want = `battle, round 1, played a4, magic, flipped d1, end of magic, ranged, end of ranged, melee, lost a1, lost d2, end of melee, ` +
		`end of round 1, side 0 to 0, defender keeps the hex in round 1: the attackers are gone`
	if got := strings.Join(told, ", "); got != want {
		t.Errorf("told\n%s\nwant\n%s", got, want)
	}
}

// What scripts do to a battle.
func TestDeeds(t *testing.T) {
	g := newGame(t, kings.DefaultRules())
	refused := func(err error, want string) {
		t.Helper()
		if fmt.Sprint(err) != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	g.Hooks.BattleStart.Add(func(b *kings.Battle, _, _ none) none {
		b.Say("Hear, hear!")
		c := func(name string) *kings.Counter {
			c, err := b.CounterNamed(name)
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		refused(b.Change(c("d2"), 0), "<nil>")
		refused(b.Wound(c("d3")), "<nil>")
		refused(b.Wound(c("d4")), "<nil>")
		refused(b.Change(c("d3"), 0), "d3 (Melee 1) does not stand in the hex")
		refused(b.Wound(c("d3")), "d3 (Melee 1) does not fight in the hex")
		b.Discard(c("a2"))
		b.Discard(c("a2"))
		b.Mark(c("d1"), kings.Star)
		b.ScoreHits(0, -2)
		refused(b.Bear(c("a4"), c("a1")), "a4 (Pearl) is not in play")
		refused(b.PlayNow(c("a4"), nil), "<nil>")
		refused(b.PlayNow(c("a4"), nil), "a4 (Pearl) is not held")
		refused(b.Bear(c("a4"), c("a1")), "<nil>")
		if b.InCount(0) != 3 || b.InCount(1) != 2 || b.HitsOn(0) != 0 || c("a4").Bearer() != c("a1").ID() {
			t.Error(board(b))
		}
		refused(b.Bear(c("a4"), nil), "<nil>")
		return none{}
	})
	g.Hooks.StepEnd.Add(func(b *kings.Battle, s kings.CombatStep, _ none) none {
		if s == kings.Magic {
			refused(b.Drive(1), "<nil>")
			refused(b.Drive(1), "<nil>") // it is on its way
		} else {
			refused(b.Drive(1), "defender has nowhere to go")
		}
		return none{}
	})
	b := battle(t, g, 1, "magic-1, melee-1, melee-1; pearl", "melee-2, melee-2, melee-1, city")
	const want = `Hear, hear!
d2 (Melee 2) fights for attacker now
d3 (Melee 1) is eliminated
d4 (City) takes a hit: its value is 1 now
a2 (Melee 1) is eliminated
d1 (Melee 2) has the mark magic now
attacker plays Pearl
Round 1
The magic step
a1 (Magic 1) rolls a 3 against 1 and misses
d1 (Melee 2) rolls a 4 against 2 and misses
defender retreats to south
The melee step
a3 (Melee 1) rolls a 2 against 1 and misses
d2 (Melee 2) rolls a 3 against 2 and misses
d4 (City) rolls a 2 against 1 and misses
defender has the hex
d4 (City) is restored with a 3
defender has the hex: it was still fought for at the end of round 1
`
	if got := scripted(t, b, []int{3, 4, 2, 3, 2, 3}, "stay"); got != want {
		t.Errorf("heard\n%swant\n%s", got, want)
	}
}

// A side that can go to several hexes is asked when a script drives it.
func TestDriveAsks(t *testing.T) {
	g := newGame(t, kings.DefaultRules())
	g.SetPlay(named(t, g, "pearl"), &kings.Play{Do: func(b *kings.Battle, item, _ *kings.Counter) {
		for side := range b.Defender() {
			if err := b.Drive(side); err != nil {
				b.Fail(err)
			}
		}
	}})
	for _, way := range []string{"north", "west"} {
		b := battle(t, g, 0, "melee-1", "melee-1; pearl")
		got := scripted(t, b, nil, "play pearl", "retreat "+way)
		want := "Round 1\ndefender plays Pearl\nattacker retreats to " + way + "\ndefender has the hex\ndefender keeps the hex in round 1: the attackers are gone\n"
		if got != want {
			t.Errorf("heard\n%swant\n%s", got, want)
		}
	}
}

// A side that is driven away by a hook goes before anything else is asked or
// rolled, and decides the battle once.
func TestDriveInHooks(t *testing.T) {
	for _, row := range []struct {
		name    string
		hang    func(h *kings.Hooks, drive func(b *kings.Battle))
		dice    []int
		choices []string
		want    string
	}{
		{"BattleStart", func(h *kings.Hooks, drive func(b *kings.Battle)) {
			h.BattleStart.Add(func(b *kings.Battle, _, _ none) none { drive(b); return none{} })
		}, nil, nil, "Round 1\nattacker retreats to north\ndefender has the hex\ndefender keeps the hex in round 1: the attackers are gone\n"},
		{"Hit", func(h *kings.Hooks, drive func(b *kings.Battle)) {
			h.Hit.Add(func(b *kings.Battle, _ kings.Roll, n int) int { drive(b); return n })
		}, []int{1}, nil, "The melee step\na1 (Melee 1) rolls a 1 against 1 and hits\nattacker retreats to north\ndefender has the hex\n"},
		{"Lost", func(h *kings.Hooks, drive func(b *kings.Battle)) {
			h.Lost.Add(func(b *kings.Battle, _ *kings.Counter, _ none) none { drive(b); return none{} })
		}, []int{2, 2, 1}, []string{"lose a1"}, "a1 (Melee 1) is eliminated\nattacker retreats to north\ndefender has the hex\n"},
		{"RoundEnd", func(h *kings.Hooks, drive func(b *kings.Battle)) {
			h.RoundEnd.Add(func(b *kings.Battle, _, _ none) none { drive(b); return none{} })
		}, []int{2, 2, 2}, nil, "attacker retreats to north\ndefender has the hex\n"},
		{"BattleEnd", func(h *kings.Hooks, drive func(b *kings.Battle)) {
			h.BattleEnd.Add(func(b *kings.Battle, _ kings.Result, _ none) none { drive(b); return none{} })
		}, []int{2, 2, 2}, []string{"stay"}, "still fought for at the end of round 1\n"},
	} {
		t.Run(row.name, func(t *testing.T) {
			g := newGame(t, kings.DefaultRules())
			row.hang(&g.Hooks, func(b *kings.Battle) { _ = b.Drive(0) })
			setup := kings.Setup{
				Sides:      []kings.SideSetup{{Army: army(t, g, "2 melee-1")}, {Army: army(t, g, "melee-1")}},
				Neighbors:  []kings.Neighbor{{Name: "north", Owner: 0}},
				RoundLimit: 1,
			}
			if row.name == "Hit" {
				setup.Sides[0].Army = army(t, g, "melee-1")
			}
			b, err := kings.NewBattle(g, setup)
			if err != nil {
				t.Fatal(err)
			}
			got := scripted(t, b, row.dice, row.choices...)
			if !strings.Contains(got, row.want) || strings.Count(got, "has the hex\n") != 1 {
				t.Errorf("heard\n%swithout\n%s", got, row.want)
			}
		})
	}
}

// K1.2: an item that changes a die is played when it lies on the table, by
// whoever holds one, in turn order.
func TestItemsChangeDice(t *testing.T) {
	g := newGame(t, kings.DefaultRules())
	b := battle(t, g, 1, "melee-1; charm, bomb", "melee-3; charm")
	asked := 0
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		asked++
		switch prompt := q.Choice.(engine.Prompter).Prompt(); asked {
		case 1, 2: // the bomb, before a step
			n, err := q.Choice.Parse("play charm")
			if err := q.Choice.(engine.Refuser).Refuse(n); fmt.Sprint(err) != "it is played when a die lies on the table (K1.2)" {
				t.Error(err)
			}
			return q.First(), err
		case 3:
			if prompt != "a1 (Melee 1) has rolled a 3 against 1. Does the attacker play charm on it, or pass?" {
				t.Error(prompt)
			}
			n, _ := q.Choice.Parse("play bomb")
			if err := q.Choice.(engine.Refuser).Refuse(n); fmt.Sprint(err) != "it is played before a step (K1.2)" {
				t.Error(err)
			}
			return q.Choice.Parse("play charm")
		case 4:
			if prompt != "a1 (Melee 1) has rolled a 2 against 1. Does the defender play charm on it, or pass?" {
				t.Error(prompt)
			}
			return q.Choice.Parse("play charm")
		}
		return q.First(), nil
	})
	dice := &engine.Script{Dice: []int{3, 4}}
	table := engine.NewTable(dice, player, player)
	h := enginetest.NewTold(b)
	table.Listen(h)
	b.Play(table)
	if err := errors.Join(table.Err(), dice.Done()); err != nil {
		t.Fatal(err)
	}
	const want = `Round 1
The melee step
attacker plays Charm
the 3 of a1 (Melee 1) is turned to a 2
a2 (Charm) is eliminated
defender plays Charm
the 2 of a1 (Melee 1) is turned to a 1
d2 (Charm) is eliminated
a1 (Melee 1) rolls a 1 against 1 and hits
d1 (Melee 3) rolls a 4 against 3 and misses
`
	if got := h.Text(); !strings.HasPrefix(got, want) {
		t.Errorf("heard\n%s\nwant\n%s", got, want)
	}
}

// The hits of a counter that aims are laid by a script, when all have rolled.
func TestAim(t *testing.T) {
	g := lay(newGame(t, kings.DefaultRules()))
	b := battle(t, g, 1, "ranged-3; scope", "melee-1, melee-2")
	got := scripted(t, b, []int{3, 3}, "play scope a1", "stay", "stay")
	if want := "a1 (Ranged 3) rolls a 3 against 3 and hits\nd1 (Melee 1) is eliminated\nThe melee step\n"; !strings.Contains(got, want) {
		t.Errorf("heard\n%swithout\n%s", got, want)
	}
}

// Who joins, changes sides or is lost while dice are rolled leaves each
// counter its own dice; a side whose turn to roll is over rolls no more.
func TestRollsInDisorder(t *testing.T) {
	for _, row := range []struct {
		name string
		on   string // the counter at whose first die it is done
		do   func(b *kings.Battle) error
		dice int
		want string // who rolls
	}{
		{"join the side that rolls", "a1", func(b *kings.Battle) error {
			c, err := b.Join(0, b.Counter(0).Thing())
			if err == nil && b.Name(c) != "a3" {
				t.Errorf("it is called %s", b.Name(c))
			}
			return err
		}, 9, "a1 a1 a2 a3 a3 d1 d1 d2 d3"},
		{"join the side that has rolled", "d1", func(b *kings.Battle) error { _, err := b.Join(0, b.Counter(0).Thing()); return err }, 7, "a1 a1 a2 d1 d1 d2 d3"},
		{"join the side behind", "a2", func(b *kings.Battle) error { _, err := b.Join(1, b.Counter(1).Thing()); return err }, 8, "a1 a1 a2 d1 d1 d2 d3 d4"},
		{"change to the side that has rolled", "d1", func(b *kings.Battle) error { return b.Change(b.Counter(4), 0) }, 6, "a1 a1 a2 d1 d1 d2"},
		{"change to the side behind", "a1", func(b *kings.Battle) error { return b.Change(b.Counter(1), 1) }, 7, "a1 a1 a2 d1 d1 d2 d3"},
		{"lose who rolls", "d1", func(b *kings.Battle) error { return b.Wound(b.Counter(2)) }, 6, "a1 a1 a2 d1 d2 d3"},
	} {
		g := newGame(t, kings.DefaultRules())
		g.Joins = true
		rolled, done := "", false
		g.Hooks.Rolled.Add(func(b *kings.Battle, r kings.Roll, die int) int {
			rolled += " " + b.Name(r.By)
			if b.Name(r.By) == row.on && !done {
				done = true
				if err := row.do(b); err != nil {
					t.Error(err)
				}
			}
			return die
		})
		b := battle(t, g, 1, "charger-1, melee-1", "charger-1, melee-1, melee-1")
		scripted(t, b, slices.Repeat([]int{6}, row.dice), "stay", "stay")
		if rolled != " "+row.want {
			t.Errorf("%s: they roll%s, want %s", row.name, rolled, row.want)
		}
	}
}

// What cannot join a battle.
func TestJoinErrors(t *testing.T) {
	g := newGame(t, kings.DefaultRules())
	b := battle(t, g, 1, "melee-1", "melee-1")
	join := func(id string, want string) {
		t.Helper()
		if _, err := b.Join(0, named(t, g, id)); fmt.Sprint(err) != want {
			t.Errorf("%s: %v, want %s", id, err, want)
		}
	}
	join("golem", "Golem is a magic item: it is held from the beginning")
	join("melee-1", "there is no room for more counters: 100 may join a battle") // none, where scripts do not add any
	scripted(t, b, []int{6, 6}, "stay", "stay")
	join("melee-1", "the battle is decided")
}

// K6: a hit may be taken on an item that lies on a counter, as long as that
// stands.
func TestExposedItems(t *testing.T) {
	g := newGame(t, kings.DefaultRules())
	b := battle(t, g, 1, "melee-1, melee-1; blade", "2 melee-3")
	got := scripted(t, b, []int{6, 6, 6, 1, 1}, "play blade a1", "lose a3", "lose a2", "stay", "stay")
	for _, want := range []string{"a1 (Melee 1) rolls a 6 against 2 and misses\na1 (Melee 1) rolls", "a3 (Blade) is eliminated\na2 (Melee 1) is eliminated\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("heard\n%swithout\n%s", got, want)
		}
	}
	b = battle(t, g, 1, "melee-1, melee-1; blade", "2 melee-3")
	got = scripted(t, b, []int{6, 6, 6, 1, 1}, "play blade a1", "lose a1") // a2 is the only one left
	if !strings.Contains(got, "a2 (Melee 1) is eliminated\n") {
		t.Error(got)
	}
}

// Answers that are no option at all, and what is said to them.
func TestRefusals(t *testing.T) {
	g := newGame(t, kings.DefaultRules())
	b := battle(t, g, 1, "3 melee-1; bomb", "melee-1", "4 melee-3")
	want := map[string][]string{
		"*kings.Naming":   {"there is no seat 0", "there is no seat 100", "there is no seat 4"},
		"*kings.Playing":  {"there is no item -1", "there is no item 99", "there is no item 6488073"},
		"*kings.Loss":     {"there is no counter -1", "there is no counter 99", "there is no counter 9"},
		"*kings.Leave":    {"there is no hex -1", "there is no hex 99", "there is no hex 4"},
		"*kings.Crowding": {"there is no counter -1", "there is no counter 99", "there is no counter 9"},
	}
	third := map[string]int{"*kings.Naming": 3, "*kings.Playing": 9 + 99<<16, "*kings.Loss": 9, "*kings.Leave": 4, "*kings.Crowding": 9}
	g.Hooks.Crowd.Add(func(*kings.Battle, kings.Way, int) int { return 1 })
	answers := map[string]string{"*kings.Leave": "retreat north"}
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		kind := fmt.Sprintf("%T", q.Choice)
		var got []string
		for _, answer := range []int{-1, 99, third[kind]} {
			got = append(got, q.Choice.(engine.Refuser).Refuse(answer).Error())
		}
		if w := want[kind]; w != nil && !slices.Equal(got, w) {
			t.Errorf("%s: %q, want %q", kind, got, w)
		}
		delete(want, kind)
		if text := answers[kind]; text != "" && q.Side == 0 {
			return q.Choice.Parse(text)
		}
		return q.Choice.First(), nil
	})
	dice := &engine.Script{Dice: []int{2, 2, 2, 2, 1, 4, 4, 4}}
	table := engine.NewTable(dice, player, player, player)
	b.Play(table)
	if err := table.Err(); err != nil || len(want) > 0 {
		t.Errorf("%v; never asked: %v", err, want)
	}
}

// K1.3: who fought in the magic step and loses its mark has fought, in that step.
func TestMarksLostBehindTheStep(t *testing.T) {
	g := newGame(t, kings.DefaultRules())
	g.Hooks.StepStart.Add(func(b *kings.Battle, s kings.CombatStep, _ none) none {
		if s == kings.Ranged {
			b.Mark(b.Counter(0), 0)
		}
		return none{}
	})
	scripted(t, battle(t, g, 1, "magic-1", "melee-1"), []int{2, 2}, "stay", "stay")
}

// A counter may take the last hits off its side when it is lost.
func TestHitsTakenOffByALoss(t *testing.T) {
	g := newGame(t, kings.DefaultRules())
	g.Hooks.Lost.Add(func(b *kings.Battle, c *kings.Counter, _ none) none {
		b.ScoreHits(c.Side(), -9)
		return none{}
	})
	got := scripted(t, battle(t, g, 1, "2 melee-3", "2 melee-1"), []int{1, 1, 2, 2}, "lose d1", "stay", "stay")
	if strings.Contains(got, "d2 (Melee 1) is eliminated") || strings.Contains(got, "too many") {
		t.Error(got)
	}
}
