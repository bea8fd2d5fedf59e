package heroesmods_test

import (
	"testing"

	"houserule/scripting/modhosttest"
)

// Every hook of what happens to a stack, and of when it strikes back, for the
// abilities of that stack.
func TestHooksOfAbilities(t *testing.T) {
	for _, row := range []struct{ name, hook, test string }{
		{
			"the die rolled at it", `function onRollAgainst(roll) roll.die = roll.die - 1 log(self.name .. " shifts") end`, `
			dice{3}
			skip("d1")
			answer("d1 attack a1") -- 2 + 4: one less than 7
			answer("a1 hold")
			expect(stack("a1").count, 3)
			expect_told("a1 shifts")`,
		},
		{
			"a hit at it", `function onHitAgainst(attack) attack.hits = attack.kind ~= "melee" end`, `
			dice{10}
			answer("d1 attack a1")
			answer("a1 hold")
			expect(stack("a1").count, 3)
			expect_told("die 10 + 3 = 13 against 7: miss all the same")`,
		},
		{
			"its losses", `function onKillAgainst(attack) attack.kills = self.count end`, `
			dice{10}
			answer("d1 attack a1")
			expect(stack("a1").alive, false)`,
		},
		{
			"what is left of it", `function onKilledAgainst(attack) battle:grow(self, "bandit", 2) end
			function onGrown(growth) log(self.name .. " grows by " .. growth.count .. " " .. growth.creature .. " to " .. growth.stack.count) end`, `
			dice{10}
			answer("d1 attack a1")
			answer("a1 hold")
			expect_told("a1 grows by 2 bandit to 4")`,
		},
		{
			"its death, by a stack", `function onDeath(death) log(death.stack.name .. " of " .. death.stack.count .. " dies by " .. death.by.name) battle:grow(self, "bandit", 1) end
			function onKillAgainst(attack) attack.kills = 3 end`, `
			dice{10}
			answer("d1 attack a1")
			answer("a1 hold")
			expect_told("a1 of 3 dies by d1")
			expect(stack("a1").count, 1)`,
		},
		{
			"its death, by none", `function onDeath(death) log(tostring(death.by)) end
			function onActed(act) battle:kill(self, 3) end`, `
			skip("a1")
			answer("a1 pass")
			expect_told("nil")
			expect(winner(), "defender")`,
		},
		{
			"what it has done", `function onActed(act) log(act.stack.name .. " has used " .. act.verb) end`, `
			skip("a1")
			answer("a1 protect")
			expect_told("a1 has used protect")
			expect_not_told("d1 has used")`,
		},
		{
			"effects on it", `function onAffect(effect) if effect.spell == "slow" then effect.rounds = 0 else effect.rounds = 1 end end
			function onRoundStart() if battle.round == 1 then battle:affect(self, "slow", 3) battle:affect(self, "haste", 3) end end
			function onEffectEnd(effect) log(effect.spell .. " is gone from " .. effect.stack.name) end`, `
			expect(stack("a1").effects, {"haste"})
			expect_not_told("Slow")
			skip("a1") answer("a1 pass")
			skip("a1")
			expect_told("haste is gone from a1")
			expect(stack("a1").effects, {})`,
		},
		{
			"what it reaches", `function onReach(attack) attack.reaches = attack.kind == "melee" end`, `
			skip("a1")
			offers("a1 attack d4")
			refuses("a1 shoot d4", "its ranged score is 0")
			dice{1}
			answer("a1 attack d4")`,
		},
		{
			"what its second blow reaches", `function onReach(attack) attack.reaches = attack.scripted end
			function onKilled(attack) if not attack.scripted and self:reaches(battle.defender.stacks[3]) then battle:attack(self, battle.defender.stacks[3], "melee", 20, true) end end`, `
			skip("a1")
			refuses("a1 attack d4", "a melee attack reaches only the melee line")
			dice{1, 1}
			answer("a1 attack d2")
			expect(stack("d2").alive, false)
			expect(stack("d4").alive, false)`,
		},
		{
			"striking back with the attack", `function onAnswer(attack) attack.when = "together" end`, `
			dice{10, 10}
			answer("d1 attack a1")
			answer("a1 retaliate")
			expect_score("attack", 7) -- of all three
			expect(stack("a1").count, 2)
			expect(stack("d1").count, 2)`,
		},
		{
			"striking back first", `function onAnswer(attack) attack.when = "first" end`, `
			dice{10, 4}
			answer("d1 attack a1")
			answer("a1 retaliate")
			expect_score("attack", 2) -- of two
			expect(stack("a1").count, 3)`,
		},
		{
			"joining", `function onSummoned(arrival) log(self.name .. " is here") end
			function onRoundStart() if battle.round == 1 then battle:summon(self.side, "melee", "gold-golem", 1) end end`, `
			skip("a1")
			expect_told("a2 is here")`,
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			report := run(t, map[string]string{
				"data.toml": "[ability.stone]\nname = \"Stone\"\ntext = \"It is stone.\"\nscript = \"stone.lua\"\n[patch.creature.gold-golem]\nappend = { abilities = [\"stone\"] }\n",
				"stone.lua": row.hook,
				"test.lua":  `test{ name = "it", run = function() armies("3 gold-golem", "3 bandit, 1 zombie, 1 zombie | 1 zombie") ` + row.test + ` end }`,
			}, "")
			for _, test := range report.Tests {
				if test.Failure != nil {
					t.Error(failed(test.Name, test.Failure))
				}
			}
			for _, use := range report.Unused() {
				t.Errorf("%s is not called", use.What)
			}
		})
	}
}

// What the hooks of a whole battle change is changed.
func TestHooksChange(t *testing.T) {
	for _, row := range []struct{ name, main, test string }{
		{
			"a half of a phase", `function onPhaseStart(phase) log("begun: " .. phase.number .. " of " .. phase.side.name) end
			function onPhaseEnd(phase) log("over: " .. phase.number .. " of " .. phase.side.name) end`, `
			armies("1 orc", "1 gold-golem")
			skip("d1")
			expect_told("begun: 6 of aggressor")
			expect_told("over: 6 of aggressor")`,
		},
		{
			"what is given", `function onSacrifice(support) support.value = support.value + 3 end`, `
			armies("1 ogre, 1 ogre", "1 zombie")
			dice{1}
			skip("a1")
			answer("a1 sacrifice a2")
			skip("a2")
			answer("a2 attack d1")
			expect_score("attack", 9)`,
		},
		{
			"a swarm", `function onSwarm(swarm) return cancel("no room") end`, `
			armies("1 gold-golem", "1 zombie, 1 zombie, 1 zombie, 1 bandit")
			skip("d4")
			answer("d4 swarm")
			expect(stack("d4").swarming, false)
			expect_told("no room")`,
		},
		{
			"protection", `function onProtect(protect) return cancel("no shield") end`, `
			armies("1 gold-golem", "1 bandit")
			skip("a1")
			answer("a1 protect")
			expect(stack("a1").protecting, false)
			expect_told("no shield")`,
		},
		{
			"a hit at the walls", `
			function onHit(attack) log("hit " .. tostring(attack.at) .. " by " .. attack.cards) end
			function onWallHit(hit) log(tostring(hit.at) .. " will be " .. hit.walls) if hit.scripted then hit.walls = "intact" end end
			function onKill(attack) log("a card dies") end
			function onKilled(attack) log("a card has died") end
			function onActed(act) if act.stack.name == "a1" then log("again " .. battle:attack(act.stack, nil, "melee", 9, true)) end end`, `
			armies("1 gold-golem", "1 zombie | 1 zombie")
			walls("intact")
			skip("a1")
			dice{7, 1}
			answer("a1 attack town") -- 10: a hit
			expect_told("hit nil by 1")
			expect_told("nil will be breached")
			expect_told("nil will be sacked")
			expect_told("again 0")
			expect(battle.walls, "intact")
			expect_not_told("a card")
			skip("a1")
			dice{10, 1}
			answer("a1 attack d1")
			expect_told("a card dies")
			expect_told("a card has died")`,
		},
		{
			"a surrender", `function onAccept(leave) return cancel("no mercy") end`, `
			armies("1 hero-oswin", "1 hero-tarka")
			hand("defender", 3)
			answer("d1 pass")
			answer("a1 pass")
			answer("offer 2")
			expect_told("the aggressor rejects the offer")
			expect(asked(), "d1 acts")`,
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			report := run(t, map[string]string{"main.lua": row.main, "test.lua": modhosttest.Test(row.test)}, "")
			for _, test := range report.Tests {
				if test.Failure != nil {
					t.Error(failed(test.Name, test.Failure))
				}
			}
			for _, use := range report.Unused() {
				t.Errorf("%s is not called", use.What)
			}
		})
	}
}
