package fight_test

import (
	"fmt"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/players"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/fight/fighttest"
)

// goes plays a transcript of a changed game.
func goes(t *testing.T, text string, change func(*fight.Game)) {
	t.Helper()
	got, err := enginetest.PlayText(text, func(tr *enginetest.Transcript) (*enginetest.Fixture, error) { return stage(t, tr, change) })
	if err != nil {
		t.Fatalf("%v, after\n%s", err, got)
	}
	if got != text {
		t.Errorf("it went\n%s\nand should have gone\n%s", got, text)
	}
}

// Every hook is called, and what is hung on it may be nothing.
func TestHooksAreCalled(t *testing.T) {
	calls := map[string]int{}
	g := newGame(t, fight.DefaultRules())
	h := &g.Hooks
	watch(calls, "BattleStart", &h.BattleStart)
	watch(calls, "BattleEnd", &h.BattleEnd)
	watch(calls, "RoundStart", &h.RoundStart)
	watch(calls, "RoundEnd", &h.RoundEnd)
	watch(calls, "Match", &h.Match)
	watch(calls, "Lead", &h.Lead)
	watch(calls, "Charge", &h.Charge)
	watch(calls, "Strength", &h.Strength)
	watch(calls, "Defense", &h.Defense)
	watch(calls, "Counts", &h.Counts)
	watch(calls, "Rolled", &h.Rolled)
	watch(calls, "Total", &h.Total)
	watch(calls, "Losses", &h.Losses)
	watch(calls, "Morale", &h.Morale)
	watch(calls, "Checked", &h.Checked)
	watch(calls, "Shaken", &h.Shaken)
	watch(calls, "Lost", &h.Lost)
	watch(calls, "Wounded", &h.Wounded)
	watch(calls, "Caught", &h.Caught)
	watch(calls, "Withdraw", &h.Withdraw)
	watch(calls, "Withdrew", &h.Withdrew)
	watch(calls, "Reinforce", &h.Reinforce)
	watch(calls, "Reaction", &h.Reaction)
	watch(calls, "Arrived", &h.Arrived)
	watch(calls, "Winner", &h.Winner)
	const hooks = 25
	setup := fight.Setup{
		Armies:  [fight.Seats]fight.Army{fighttest.Army(t, g, "horse-4, foot-4, king"), fighttest.Army(t, g, "wolf-3, orc-3, captain")},
		Terrain: "clear",
		Neighbors: []fight.Neighbor{
			{Name: "north", Owner: fight.Attacker, Army: fighttest.Army(t, g, "foot-4, captain")},
			{Name: "south", Owner: -1},
		},
	}
	b, err := fight.NewBattle(g, setup)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := fight.NewBattle(newGame(t, fight.DefaultRules()), setup)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(400) {
		play := func(b *fight.Battle) fight.Result {
			table := engine.NewTable(engine.NewDice(seed), players.NewRandom(0, seed), players.NewRandom(1, seed))
			defer func() {
				if err := table.Err(); err != nil {
					t.Fatal(err)
				}
			}()
			return b.Play(table)
		}
		if with, without := play(b), play(plain); with != without {
			t.Errorf("seed %d: %v with hooks that do nothing, %v without", seed, with, without)
		}
	}
	if len(calls) != hooks {
		t.Errorf("of %d hooks only %d are called: %v", hooks, len(calls), calls)
	}
}

func watch[C, V any](calls map[string]int, name string, h *engine.Hook[*fight.Battle, C, V]) {
	h.Add(func(_ *fight.Battle, _ C, value V) V {
		calls[name]++
		return value
	})
}

// Numbers and dice that hooks change.
func TestHooksChangeNumbers(t *testing.T) {
	goes(t, `attacker: foot-4, foot-3
defender: 2 foot-4
rounds: 0

Round 1
> stand
[1 3]
attacker rolls a 2: 5 = 2 die (S3.2), +1 archers (S3.2), +2 banner (x)
defender rolls a 3: 3 = 3 die (S3.2)
attacker loses 1 1/5
defender loses 4 13/20
[3]
a1 (Foot 4) checks morale: a 3 against 3, it passes
[1 1 4]
d1 (Foot 4) checks morale: a 1 against 3, it passes
a1 (Foot 4) checks morale: a 1 against 5, it passes
a2 (Foot 3) checks morale: a 4 against 5, it passes
[1]
d1 (Foot 4) checks morale: a 1 against 3, it fails
d1 (Foot 4) is not moved
...
`, func(g *fight.Game) {
		h := &g.Hooks
		why := &engine.Cause{Text: "banner", Rule: "x"}
		h.Strength.Add(func(_ *fight.Battle, u *fight.Unit, s engine.Score) engine.Score {
			if u.Side() == fight.Attacker {
				return s.Add(3, why)
			}
			return s
		})
		h.Defense.Add(func(_ *fight.Battle, u *fight.Unit, s engine.Score) engine.Score { return s.Add(20, why) })
		h.Counts.Add(func(_ *fight.Battle, p fight.Part, counts bool) bool {
			return counts || p.Arm == fight.Bows && p.Unit.Kind().Strength == 3
		})
		h.Rolled.Add(func(_ *fight.Battle, r fight.Roll, die int) int {
			if r.Side == fight.Attacker {
				die++
			}
			return die
		})
		h.Total.Add(func(_ *fight.Battle, side engine.Side, s engine.Score) engine.Score {
			if side == fight.Attacker {
				return s.Add(2, why)
			}
			return s
		})
		h.Losses.Add(func(_ *fight.Battle, side engine.Side, loss int) int {
			if side == fight.Defender {
				return loss + fight.Whole/10
			}
			return loss
		})
		h.Morale.Add(func(_ *fight.Battle, c fight.Check, s engine.Score) engine.Score {
			if c.After && c.Unit.Side() == fight.Defender {
				return s.Add(2, why)
			}
			return s
		})
		h.Checked.Add(func(b *fight.Battle, c fight.Check, passed bool) bool {
			if c.After && c.Unit.Side() == fight.Defender {
				return !passed
			}
			return passed
		})
		h.Shaken.Add(func(b *fight.Battle, u *fight.Unit, shaken bool) bool {
			b.Say(b.Reading().Label(u) + " is not moved")
			return false
		})
	})
}

// What hooks forbid is no option, and is refused with their words.
func TestHooksForbid(t *testing.T) {
	no := func(u *fight.Unit, r *fight.Ruling) *fight.Ruling {
		if strings.HasSuffix(u.Kind().ID, "4") || u.Kind().ID == "king" {
			return &fight.Ruling{Rule: "x", Text: "not this one"}
		}
		return r
	}
	forbid := func(h *engine.Hook[*fight.Battle, *fight.Unit, *fight.Ruling]) {
		h.Add(func(_ *fight.Battle, u *fight.Unit, r *fight.Ruling) *fight.Ruling { return no(u, r) })
	}
	change := func(g *fight.Game) {
		forbid(&g.Hooks.Lead)
		forbid(&g.Hooks.Charge)
		forbid(&g.Hooks.Match)
		forbid(&g.Hooks.Reinforce)
		g.Hooks.Withdraw.Add(func(b *fight.Battle, w fight.Way, r *fight.Ruling) *fight.Ruling {
			if b.Setup().Neighbors[w.Hex].Name == "south" {
				return &fight.Ruling{Rule: "x", Text: "not there"}
			}
			return r
		})
	}
	goes(t, `attacker: horse-4, 2 heavy-horse, king, captain, elf-lord
defender: 8 foot-8
terrain: clear
neighbor1: south
neighbor2: north of attacker: foot-1, king
neighbor3: east
rounds: 0

Round 1
? Which character leads the die of the attacker? lead a5, lead a6
! lead a4 -- not this one (x)
> lead a5
a5 (Captain) leads
? Which cavalry of the attacker charges? done, charge all, charge a2, charge a3
! charge a1 -- not this one (x)
> done
> stand
[3 3]
attacker rolls a 3: 5 = 3 die (S3.2), +1 leadership (S3.2), +1 cavalry (S3.2)
defender rolls a 3: 3 = 3 die (S3.2)
attacker loses 9 3/5
defender loses 5 1/4
a1 (Horse 4) is eliminated
a2 (Heavy horse) is eliminated
a3 (Heavy horse) is eliminated
d1 (Foot 8) is demoralized
[1 1 1 1 1 1 1 1]
d1 (Foot 8) checks morale: a 1 against 1, it passes
d2 (Foot 8) checks morale: a 1 against 1, it passes
d3 (Foot 8) checks morale: a 1 against 1, it passes
d4 (Foot 8) checks morale: a 1 against 1, it passes
d5 (Foot 8) checks morale: a 1 against 1, it passes
d6 (Foot 8) checks morale: a 1 against 1, it passes
d7 (Foot 8) checks morale: a 1 against 1, it passes
d8 (Foot 8) checks morale: a 1 against 1, it passes
...
`, change)
	goes(t, `attacker: foot-3
defender: foot-3
neighbor1: south
neighbor2: north of attacker: foot-1, king
neighbor3: east
neighbor4: west of attacker: 2 foot-1, captain
rounds: 0

Round 1
[3 3]
attacker rolls a 3: 3 = 3 die (S3.2)
defender rolls a 3: 3 = 3 die (S3.2)
attacker loses 3/4
defender loses 3/4
[1 1 1 1]
a1 (Foot 3) checks morale: a 1 against 3, it passes
d1 (Foot 3) checks morale: a 1 against 3, it passes
a1 (Foot 3) checks morale: a 1 against 3, it passes
d1 (Foot 3) checks morale: a 1 against 3, it passes
> stay
> stay
? Which leader of the attacker tries to bring reinforcements? pass, call a6
! call a3 -- not this one (x)
> call a6
> bring a4
> done
[1 1]
a6 (Captain) rolls a 2 to come, modified 11, and comes
a4 (Foot 1) enters the hex
a6 (Captain) enters the hex
Round 2
a6 (Captain) leads
> stand
[3 3]
attacker rolls a 3: 4 = 3 die (S3.2), +1 leadership (S3.2)
defender rolls a 3: 3 = 3 die (S3.2)
attacker loses 3/5
defender loses 1 1/5
> lend 0
[1]
a1 (Foot 3) checks morale: a 1 against 3, it passes
d1 (Foot 3) is demoralized
> lend 0
[1]
a1 (Foot 3) checks morale: a 1 against 4, it passes
> lend 1
[1 1]
a4 (Foot 1) checks morale: a 1 against 5, it passes
d1 (Foot 3) checks morale: a 1 against 2, it passes
> withdraw
attacker withdraws after the next round
> stay
> guard all
a1 (Foot 3) is in the rear guard
a4 (Foot 1) is in the rear guard
Round 3
a6 (Captain) leads
> stand
[6 1]
attacker rolls a 6: 7 = 6 die (S3.2), +1 leadership (S3.2)
defender rolls a 1: 1 = 1 die (S3.2)
defender loses 2
d1 (Foot 3) is eliminated
attacker has the hex in round 3
`, func(g *fight.Game) {
		change(g)
		g.Hooks.Reaction.Add(func(_ *fight.Battle, _ *fight.Unit, s engine.Score) engine.Score { return s.Add(5, nil) })
	})
	goes(t, `attacker: foot-4, foot-1, foot-2
defender: captain
rounds: 0

Round 1
> fight
? Which unit of the attacker fights the characters of the defender? match a2, match a3
! match a1 -- not this one (x)
> match a3
a3 (Foot 2) is to fight the characters of the defender
...
`, change)
}

// Deeds of scripts, and what they may not do.
func TestDeeds(t *testing.T) {
	g := newGame(t, fight.DefaultRules())
	g.Joins = true
	orc := fighttest.Army(t, g, "orc-3")[0].Kind
	var errs []string
	try := func(err error) {
		if err != nil {
			errs = append(errs, err.Error())
		}
	}
	g.Hooks.RoundStart.Add(func(b *fight.Battle, _, none engine.None) engine.None {
		if b.Round() > 1 {
			return none
		}
		foot, lord, gone := b.Unit(0), b.Unit(1), b.Unit(2)
		try(b.Demoralize(foot))
		try(b.Demoralize(lord))
		b.Rally(foot)
		b.Rally(foot)
		try(b.Wound(lord, 2))
		try(b.Wound(foot, 1))
		try(b.Eliminate(gone))
		try(b.Eliminate(gone))
		try(b.Demoralize(gone))
		try(b.Wound(gone, 1))
		b.Strengthen(foot, 4)
		u, err := b.Join(fight.Defender, orc)
		try(err)
		b.Say("picked: " + b.Reading().Name(b.PickFrom(fight.Defender, "Which?", []*fight.Unit{foot, u})))
		return none
	})
	setup := fight.Setup{Armies: [fight.Seats]fight.Army{fighttest.Army(t, g, "foot-4, elf-lord, foot-1"), fighttest.Army(t, g, "foot-8")}}
	b, err := fight.NewBattle(g, setup)
	if err != nil {
		t.Fatal(err)
	}
	heard := enginetest.NewTold(b)
	script := &engine.Script{Choices: []string{"pick d2"}, Dice: []int{3, 3}}
	table := engine.NewTable(script, script, script)
	table.Listen(heard)
	b.Play(table)
	got := strings.Join(append(heard.Lines, errs...), "\n")
	const want = `Round 1
a1 (Foot 4) is demoralized
a1 (Foot 4) is in good order again
a2 (Elf lord) is wounded: 10 of its endurance is left
a3 (Foot 1) is eliminated
d2 (Orc 3) joins defender
picked: d2
a2 (Elf lord) leads
a2 (Elf lord) is a character: it is never demoralized
a1 (Foot 4) is a unit of an army: it takes no wounds
a3 (Foot 1) does not fight in the hex
a3 (Foot 1) does not fight in the hex
a3 (Foot 1) does not fight in the hex`
	if got != want {
		t.Errorf("it went\n%s\nand should have gone\n%s", got, want)
	}
	if want := "round 1, the array: script: 1 choices were given, choice 2 is asked for"; fmt.Sprint(table.Err()) != want {
		t.Errorf("%v, want %s", table.Err(), want)
	}
	if _, err := fight.NewBattle(g, setup); err != nil {
		t.Error(err)
	}
	g.Joins = false
	if _, err := b.Join(fight.Attacker, orc); fmt.Sprint(err) != "there is no room for more units: 100 may join a battle" {
		t.Error(err)
	}
}

// Units stay where they are when others join, also in a battle that was only kept
// before it sat down at a table.
func TestJoinsLeaveUnitsInPlace(t *testing.T) {
	g := newGame(t, fight.DefaultRules())
	g.Joins = true
	b, err := fight.NewBattle(g, fight.Setup{Armies: [fight.Seats]fight.Army{fighttest.Army(t, g, "foot-4"), fighttest.Army(t, g, "foot-8")}})
	if err != nil {
		t.Fatal(err)
	}
	b.Begin(engine.NewTable(engine.NewDice(1)))
	kept := b.Fresh().(*fight.Battle)
	kept.CopyFrom(b)
	kept.Sit(engine.NewTable(engine.NewDice(1)))
	first := kept.Unit(0)
	for range fight.MaxJoins {
		if _, err := kept.Join(fight.Defender, fighttest.Army(t, g, "orc-3")[0].Kind); err != nil {
			t.Fatal(err)
		}
	}
	if first != kept.Unit(0) || len(kept.Units()) != 2+fight.MaxJoins {
		t.Error("units moved when others joined")
	}
}

// Who has the hex is a hook's to say, and so is what a reinforcement comes to.
func TestHooksDecide(t *testing.T) {
	goes(t, `attacker: 4 foot-8
defender: foot-1, foot-8
neighbor1: south of defender: foot-1, captain
rounds: 1

Round 1
> stand
[6 1]
attacker rolls a 6: 6 = 6 die (S3.2)
defender rolls a 1: 1 = 1 die (S3.2)
defender loses 16
d1 (Foot 1) is eliminated
d2 (Foot 8) is eliminated
defender has the hex in round 1
`, func(g *fight.Game) {
		g.Hooks.Winner.Add(func(*fight.Battle, engine.Side, engine.Side) engine.Side { return fight.Defender })
	})
}
