package heroesmods_test

import (
	"maps"
	"testing"

	"houserule/engine"
	"houserule/engine/heroes/strategy"
	"houserule/engine/players"
	"houserule/scripting/modhost"
)

// Hooks of every kind: some change something now and then, some always, some
// never.
const counted = `
function onBattleStart() end
function onRoundStart() battle:remember("rounds", (battle:recall("rounds") or 0) + 1) end
function onRoundEnd(round) if round.number == 1 then log("one is over") end end
function onAttack(attack) if attack.retaliation then attack.bonus = 1 end end
function onDefense(defense) defense.score = defense.score end
function onRoll(roll) if roll.die == 1 then roll.die = 2 end end
function onHit(attack) attack.hits = attack.hits end
function onRetaliate(retaliation) if retaliation.kind == "ranged" then return cancel("not so far") end end
function onOffer(offer) if offer.cards > 99 then return cancel("too many") end end
function onKilled(attack) if attack.at.alive then battle:kill(attack.at, 1) end end
`

// Hooks are counted from the first battle on, while they are asked to be, and
// it changes no battle.
func TestCounts(t *testing.T) {
	lib, _ := kit.Modded(t, map[string]string{"main.lua": counted}, modhost.Stop)
	b := battle(t, lib, "3 gold-golem, 2 orc | 4 halfling", "4 bandit, 3 orc | 2 cyclops")
	other := battle(t, lib, "3 gold-golem, 2 orc | 4 halfling", "4 bandit, 3 orc | 2 cyclops")
	counts := modhost.NewCounts()
	rounds := int64(0)
	const battles = 20
	for seed := range uint64(battles) {
		modhost.Count(b, counts)
		table := engine.NewTable(lib.Dice(seed), new(strategy.Reference), new(strategy.Reference))
		plain := engine.NewTable(lib.Dice(seed), new(strategy.Reference), new(strategy.Reference))
		table.Listen(engine.ListenerFunc(func(engine.Seats, engine.Event) {}))
		got, want := b.Play(table), other.Play(plain)
		if table.Err() != nil || got != want {
			t.Fatalf("seed %d: counted it is %v, %v, not counted %v", seed, got, table.Err(), want)
		}
		rounds += int64(got.Rounds)
	}
	hooks := counts.Hooks()
	for hook, want := range map[string]modhost.HookCount{
		"try onBattleStart": {Runs: battles},
		"try onRoundStart":  {Runs: rounds, Changes: rounds},
	} {
		if got := hooks[hook]; got != want {
			t.Errorf("%s: %+v, want %+v", hook, got, want)
		}
	}
	for _, hook := range []string{"try onDefense", "try onHit", "try onOffer"} {
		if n := hooks[hook]; n.Runs == 0 || n.Changes != 0 {
			t.Errorf("%s: %+v, want no change", hook, n)
		}
	}
	for _, hook := range []string{"try onAttack", "try onRoll", "try onRoundEnd", "try onRetaliate", "try onKilled"} {
		if n := hooks[hook]; n.Changes == 0 || n.Changes >= n.Runs {
			t.Errorf("%s: %+v, want some changes", hook, n)
		}
	}

	before := maps.Clone(hooks)
	modhost.Count(b, nil)
	b.Play(engine.NewTable(lib.Dice(1), new(strategy.Reference), new(strategy.Reference)))
	if after := counts.Hooks(); !maps.Equal(before, after) {
		t.Errorf("not asked to, it counted: %v, then %v", before, after)
	}
}

// A battle without scripts, and one that is asked before it has any, are none
// the worse.
func TestCountsWithoutScripts(t *testing.T) {
	lib, _ := kit.Modded(t, nil, modhost.Stop)
	b := battle(t, lib, "3 orc", "3 orc")
	counts := modhost.NewCounts()
	for range 2 {
		modhost.Count(b, counts)
		table := engine.NewTable(lib.Dice(1), new(strategy.Reference), new(strategy.Reference))
		if b.Play(table); table.Err() != nil {
			t.Fatal(table.Err())
		}
		modhost.Count(b, nil)
	}
	if *b.Hosted() != nil || len(counts.Hooks()) > 0 || len(modhost.Disabled(b)) > 0 {
		t.Errorf("the host is %v, the counts are %v", *b.Hosted(), counts.Hooks())
	}
}

// A hook that fails where computer players weigh their options stops the battle
// at once: none of the options that are left are weighed by it.
func TestErrorEndsEvaluation(t *testing.T) {
	lib, _ := kit.Modded(t, map[string]string{"main.lua": `function onAttack(attack) error("no") end`}, modhost.Stop)
	b := battle(t, lib, "1 ogre, 1 ogre, 1 ogre, 1 ogre", "1 orc, 1 orc, 1 orc, 1 orc")
	counts := modhost.NewCounts()
	modhost.Count(b, counts)
	table := engine.NewTable(lib.Dice(1), players.Greedy{}, players.Greedy{})
	b.Play(table)
	const want = "round 1, phase 6: mods/try/main.lua:1: onAttack of mod try: d1 (1 Orc): no"
	if err := table.Err(); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if got := counts.Hooks()["try onAttack"]; got.Runs != 1 {
		t.Errorf("it ran %d times", got.Runs)
	}
}

// A tally counts traces.
type tally int

func (n *tally) Traced(modhost.Trace) { *n++ }

// A hook that is triggered by another one is counted once, and traces once, whatever else
// that one does.
func TestCountsOfTriggeredHooks(t *testing.T) {
	runs := func(more string) (map[string]modhost.HookCount, tally) {
		lib, _ := kit.Modded(t, map[string]string{"main.lua": `
function onAttack(attack) attack.bonus = 1 trace("bonus") end
function onDefense(defense) ` + more + ` if defense.by:attack_score() > 2 then defense.score = defense.score + 1 end end`}, modhost.Stop)
		b := battle(t, lib, "3 gold-golem, 2 orc", "4 bandit, 3 orc")
		counts, traced := modhost.NewCounts(), new(tally)
		for seed := range uint64(3) {
			modhost.Count(b, counts)
			modhost.TraceTo(b, traced) // from the second battle on
			table := engine.NewTable(lib.Dice(seed), new(strategy.Reference), new(strategy.Reference))
			if b.Play(table); table.Err() != nil {
				t.Fatal(table.Err())
			}
		}
		return counts.Hooks(), *traced
	}
	got, traced := runs("")
	want, all := runs("for _ = 1, 0 do end")
	if !maps.Equal(got, want) || want["try onAttack"].Runs <= want["try onDefense"].Runs {
		t.Errorf("counted %v, and with a loop %v", got, want)
	}
	if traced != all || all == 0 {
		t.Errorf("%d traces, and with a loop %d", traced, all)
	}
}
