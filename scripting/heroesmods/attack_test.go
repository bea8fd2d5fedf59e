package heroesmods_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"houserule/engine/heroes"
	"houserule/engine/library/heroesdata"
	"houserule/engine/odds"
	"houserule/engine/players"
	"houserule/scripting/modhost"
)

// An attack of a script is told with its terms, and says what the rules forbid it.
func TestAttack(t *testing.T) {
	const (
		at    = "local a, d = battle.aggressor.stacks[1], battle.defender.stacks[1] "
		start = "round 1: mods/try/main.lua:1: onRoundStart of mod try: "
	)
	for _, row := range []struct{ deed, want string }{
		{`log(battle:attack(a, d, "ranged", 20, true))`, "a1 (3 Gold Golem) shoots at d1 (3 Bandit): die 7 + 20 = 27 against 5: hit\n  20 = 20 score that a script gives\n  5 = 5 Bandit card\nBandit of d1 dies\n1\n"},
		{`log(battle:attack(a, d, "melee", 0))`, "a1 (3 Gold Golem) attacks d1 (3 Bandit): die 7 + 0 = 7 against 5: hit\n  0 = 0 score that a script gives\n"},
		{`log(battle:attack(a, d, "fireball"))`, "a1 (3 Gold Golem) strikes with its spell at d1 (3 Bandit): die 7 + 9 = 16 against 5: hit\n  9 = 5 Fireball (H6.1), +4 levels of the cards under it (H2.1)\n"},
		{`log(tostring(battle:attack(d, a, "fireball", 0)))`, "die 7 + 0 = 7 against 7: hit\n  0 = 0 score that a script gives\n"},
		{`battle:stance(a, "protect") log(tostring(battle:attack(d, a, "melee", 0, true)))`, "against 9: miss\n  0 = 0 score that a script gives\n  9 = 7 Gold Golem card, +2 protect (H3.3)\nnil\n"},
		{`log(a:attack_score(d) .. " " .. d:defense_score(a) .. " " .. a:attack_score(d, "fireball"))`, "7 5 9\n"},
		{`log(tostring(a:reaches(d)) .. tostring(a:reaches()) .. tostring(a:reaches(a)))`, "truefalsefalse\n"},
		{`battle:attack(a, a)`, "error: " + start + "battle:attack: a stack does not attack itself (H2.2)"},
		{`battle:attack(a, d, "ranged")`, "error: " + start + "battle:attack: its ranged score is 0 (H2.4)"},
		{`battle:attack(a)`, "error: " + start + "battle:attack: there are no walls to attack (H8.1)"},
		{`battle:set_walls("none")`, "error: " + start + `battle:set_walls: walls cannot become "none": they are "intact", "breached" or "sacked"`},
		{`battle:attack(a, d, "slow")`, "error: " + start + "battle:attack: slow has no score: give one"},
		{`battle:attack(a, d, "mee" .. "le")`, "error: " + start + `battle:attack: unknown attack "meele": did you mean "melee"?`},
		{`battle:attack(a, d, "melee", 1001)`, "error: " + start + "battle:attack: score is 1001: must be a whole number from 0 to 1000"},
		{`battle:kill(d, 1) log(#d:dead()) battle:raise(d, 2)`, "error: " + start + "battle:raise: d1 has lost fewer cards that can rise: 1, not 2"},
		{`battle:raise(a)`, "error: " + start + "battle:raise: a1 has lost fewer cards that can rise: 0, not 1"},
		{`local score = a["attack_" .. "score"] score(a, d)`, "error: " + start + "stack:attack_score: write the name out, as in stack:attack_score(other): what computer players keep of hooks depends on it"},
		{`local dead = a["de" .. "ad"] dead(a)`, "error: " + start + "stack:dead: the dead are not kept: they are if a script of a mod calls side:dead, side:fallen, stack:dead or battle:raise, and writes the name out"},
		{`battle:delay(d, 9)`, "d1 (3 Bandit) waits for phase 9\n"},
		{`battle:delay(d, 11)`, "error: " + start + "battle:delay: phase 11 does not come after phase 0 of 10"},
		{`battle:kill(d, 3) battle:delay(d, 9)`, "error: " + start + "battle:delay: the stack is destroyed"},
		{`end function onRoundEnd() battle:delay(battle.stacks[1], 9)`, "onRoundEnd of mod try: battle:delay: no round is being fought now, so that no phase is to come"},
		{`end function onActed(act) battle:delay(act.stack, 3)`, "battle:delay: phase 3 does not come after phase 3 of 10"},
		{`battle:transfer(d, a.side)`, "d1 (3 Bandit) goes over to the aggressor's melee line\naggressor wins in round 1: defender is destroyed\n"},
		{`battle:transfer(d, d.side)`, "error: " + start + "battle:transfer: d1 fights for the defender already"},
		{`battle:kill(d, 3) battle:transfer(d, a.side)`, "error: " + start + "battle:transfer: the stack is destroyed"},
		{`battle:remove(d, 2)`, "Bandit of d1 leaves the battle\nBandit of d1 leaves the battle\n"},
		{`battle:remove(d)`, "Bandit of d1 leaves the battle\nd1 is gone\naggressor wins in round 1: defender is destroyed\n"},
		{`battle:transform(d, "zombie", 2)`, "Bandit of d1 becomes Zombie\nBandit of d1 becomes Zombie\n"},
		{`battle:remove(d) battle:remove(d)`, "error: " + start + "battle:remove: the stack is destroyed"},
		{`battle:kill(d, 3) battle:transform(d, "zombie")`, "error: " + start + "battle:transform: the stack is destroyed"},
		{`battle:transform(d, "zom" .. "bi")`, "error: " + start + `battle:transform: unknown creature "zombi": did you mean "zombie"?`},
		{`battle:kill(d, 3) battle:attack(a, d)`, "error: " + start + "battle:attack: the stack is destroyed"},
		{`battle:kill(d, 3) a:attack_score(d)`, "error: " + start + "stack:attack_score: the stack is destroyed"},
	} {
		script := "function onRoundStart() if battle.round > 1 then return end " + at + row.deed + " end"
		lib, _ := kit.Modded(t, map[string]string{"main.lua": script}, modhost.Stop)
		if told := play(t, lib, "3 gold-golem", "3 bandit", 2); !strings.Contains(told, row.want) {
			t.Errorf("%s: it is not told: %s\n%.600s", row.deed, row.want, told)
		}
	}
}

// Attacks of scripts that set off each other, and hooks that ask for what they
// decide, end with an error that says where.
func TestAttackWithoutEnd(t *testing.T) {
	for _, row := range []struct{ script, want string }{
		{
			`function onHit(attack) battle:attack(attack.by, attack.at, "melee", 0, true) end`,
			"error: round 1, phase 3, d1 (3 Bandit): mods/try/main.lua:1: onHit of mod try: hooks set off each other more than 12 deep",
		},
		{
			`function onKill(attack) attack.kills = 0 battle:attack(attack.at, attack.by, "fireball", 100) end`,
			"error: round 1, phase 3, d1 (3 Bandit): mods/try/main.lua:1: onKill of mod try: hooks set off each other more than 12 deep",
		},
		{
			`function onMiss(attack) if not attack.scripted then for _ = 1, 1000 do battle:attack(attack.by, attack.at, "melee", 0, true) end end end
			function onHit(attack) attack.hits = false end`,
			"error: round 1, phase 3, d1 (3 Bandit): mods/try/main.lua:1: onMiss of mod try: spent its 100000 steps",
		},
		{
			`function onBattleEnd() battle:attack(battle.aggressor.stacks[1], battle.defender.stacks[1]) end`,
			"battle:attack: the battle is over",
		},
		{
			`function onAttack(attack) attack.bonus = attack.by:attack_score(attack.at) end`,
			"error: round 1, phase 3, d1 (3 Bandit): mods/try/main.lua:1: onAttack of mod try: stack:attack_score: onAttack is deciding this number: ask for it in another hook",
		},
		{
			`function onAttack(attack) attack.bonus = attack.at:defense_score(attack.by) end function onDefense(defense) defense.bonus = defense.by:attack_score(defense.at) end`,
			"onDefense of mod try: a1 (3 Gold Golem): stack:attack_score: onAttack is deciding this number: ask for it in another hook",
		},
	} {
		lib, _ := kit.Modded(t, map[string]string{"main.lua": row.script}, modhost.Stop)
		told := play(t, lib, "3 gold-golem", "3 bandit", 1)
		if !strings.Contains(told, row.want) {
			t.Errorf("%s: %s", row.script, told[max(0, len(told)-600):])
		}
	}
}

// Attacks of scripts have exact odds, against sums that can be done by hand. A golem
// hits another with 3 + 4 or more, 7 of 10.
func TestOddsOfAttacks(t *testing.T) {
	const only = "function onOffer() return cancel(\"only scripts attack\") end\n"
	for _, row := range []struct {
		script      string
		win, defeat float64
	}{
		{"function onRoundStart() battle:attack(battle.aggressor.stacks[1], battle.defender.stacks[1], \"melee\", 3, true) end", 1 - .3*.3*.3, 0},
		// The answer to the first miss hits or misses, too; a third round follows two misses of both.
		{"function onRoundStart() battle:attack(battle.aggressor.stacks[1], battle.defender.stacks[1]) end", .7 * (1 + .09 + .09*.09), .3 * .7 * (1 + .09 + .09*.09)},
		{"function onDeath(death) battle:attack(death.stack, death.by, \"melee\", 0, true) end\nfunction onRoundStart() battle:attack(battle.aggressor.stacks[1], battle.defender.stacks[1], \"melee\", 3, true) end", .6 * (1 - .3*.3*.3), 0},
	} {
		lib, _ := kit.Modded(t, map[string]string{"main.lua": only + row.script}, modhost.Stop)
		var setup heroes.Setup
		for side := range setup.Sides {
			army, err := heroesdata.ParseArmy(lib, "1 gold-golem")
			if err != nil {
				t.Fatal(err)
			}
			setup.Sides[side] = heroes.SideSetup{Army: army, Town: heroes.NoTownNear}
		}
		setup.RoundLimit = 3
		graph := odds.NewGraph(battleOf(t, lib, setup), players.Greedy{}, players.Greedy{})
		root := graph.Begin()
		if err := graph.Explore(t.Context()); err != nil {
			t.Fatal(err)
		}
		o, err := graph.Odds(root)
		if err != nil {
			t.Fatal(err)
		}
		if win, defeat := o.Wins[0].Value, o.Wins[1].Value; math.Abs(win-row.win) > 1e-12+o.Bound || math.Abs(defeat-row.defeat) > 1e-12+o.Bound {
			t.Errorf("%s: %v and %v, want %v and %v", row.script, win, defeat, row.win, row.defeat)
		}
	}
}

// Hooks that no attack of a script reaches have no field scripted. In all others it tells the
// truth.
func TestScriptedAttacks(t *testing.T) {
	for _, hook := range []string{"onSupport", "onCast", "onRetaliate"} {
		_, _, err := kit.Load(map[string]string{"main.lua": "function " + hook + "(attack) if attack.scripted then return end end"}, modhost.Stop)
		want := hook + ` has no field "scripted": known are by, at, kind, spell, cards, retaliation, swarms`
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", hook, err, want)
		}
	}
	const attack = "function onRoundStart() if battle.round == 1 then %s end end\n"
	a, d := "battle.aggressor.stacks[1]", "battle.defender.stacks[1]"
	for hook, deed := range map[string]string{
		"onReach":  `battle:attack(` + a + `, battle.defender.stacks[5])`,
		"onAttack": "", "onDefense": "", "onDice": "", "onRoll": "", "onRollAgainst": "", "onHit": "", "onHitAgainst": "", "onKill": "",
		"onKillAgainst": "", "onKilled": "", "onKilledAgainst": "",
		"onMiss":   `battle:attack(` + d + `, ` + a + `, "melee", 0, true)`,
		"onAnswer": `battle:attack(` + a + `, ` + d + `)`,
	} {
		if deed == "" {
			deed = `battle:attack(` + a + `, ` + d + `, "melee", 20, true)`
		}
		for _, scripted := range []bool{true, false} {
			script := "function " + hook + "(attack) if attack.scripted then error(\"a script's\") end end\n"
			if scripted {
				script += fmt.Sprintf(attack, deed)
			}
			lib, _ := kit.Modded(t, map[string]string{"main.lua": script}, modhost.Stop)
			if told := play(t, lib, "3 gold-golem", "3 bandit, 2 bandit, 2 bandit, 2 bandit | 2 halfling", 1); strings.Contains(told, "a script's") != scripted {
				t.Errorf("%s of %q: %s", hook, deed, told[:min(900, len(told))])
			}
		}
	}
}
