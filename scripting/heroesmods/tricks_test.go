package heroesmods_test

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/odds"
	"houserule/engine/players"
	"houserule/scripting/modhost"
	"houserule/scripting/modhosttest"
)

// A trick is a small mod of one thing that scripts can do to a battle, and a battle that is
// small enough for exact odds.
type trick struct {
	name                string
	files               map[string]string
	test                string // what happens, as a test of the mod
	aggressor, defender string
	limit               int
}

// tricks are all of them.
var tricks = []trick{
	{
		name: "immunity, mana and one cast of a battle",
		files: map[string]string{
			"data.toml": `
[ability.immune]
name = "Immune"
text = "No enemy blinds it, and no ally supports it."
script = "immune.lua"

[patch.creature.gold-golem]
append = { abilities = ["immune"] }
`,
			"immune.lua": `
function onOfferAgainst(offer)
	if offer.spell == "blindness" or offer.verb == "sacrifice" then return cancel("it is immune") end
end`,
			"main.lua": `
function onOffer(offer)
	if offer.verb == "cast" and (offer.stack:recall("spent") or 0) + (offer.spell == "blindness" and 2 or 1) > 2 then
		return cancel("it has no mana left")
	end
	if offer.verb == "mark" and (offer.at.name ~= "d1" or battle:recall("marked")) then return cancel("it marks d1 once") end
end
function onCast(cast)
	cast.by:remember("spent", (cast.by:recall("spent") or 0) + (cast.spell == "blindness" and 2 or 1))
end
option{ name = "mark", at = "enemy", worth = function() return 1000 end, act = function(by, at) battle:remember("marked", true) end }
function onActed(act) if act.verb == "cast" then log(act.stack.name .. " has cast " .. act.spell) end end`,
		},
		test: `
	armies("1 hero-sethric, 2 gold-golem", "1 gold-golem, 4 zombie, 1 bandit")
	skip("a1")
	refuses("a1 cast blindness d1", "it is immune")
	offers("a1 cast death-ray d1")
	offers("a1 attack d1")
	refuses("a1 sacrifice a2", "it is immune")
	refuses("a1 mark d2", "it marks d1 once")
	answer("a1 mark d1")
	skip("a1")
	refuses("a1 mark d1", "it marks d1 once")
	dice{1}
	answer("a1 cast death-ray d2")
	expect_told("a1 has cast death-ray")
	skip("a1")
	refuses("a1 cast blindness d2", "it has no mana left")
	dice{1}
	answer("a1 cast death-ray d2")
	skip("a1")
	refuses("a1 cast death-ray d2", "it has no mana left")
	refuses("a1 cast death-ray d2 swat 2", "it has no mana left")`,
		aggressor: "1 hero-sethric", defender: "1 gold-golem, 1 zombie", limit: 3,
	},
	{
		name: "a drain of life by the cards that died",
		files: map[string]string{
			"data.toml": `
[ability.drain]
name = "Drain"
text = "It grows by the cards that it kills, up to 2, and swats harder."
script = "drain.lua"

[patch.creature.gold-golem]
append = { abilities = ["drain"] }
`,
			"drain.lua": `
function onKill(attack) if attack.cards == 1 then attack.kills = attack.kills + 1 end end
function onKilled(attack)
	log(attack.kills .. " of " .. attack.cards)
	if self.alive and self.count < 4 then battle:grow(self, "gold-golem", attack.kills) end
end
function onKillAgainst(attack) if attack.kind == "ranged" then attack.kills = 0 end end
function onKilledAgainst(attack) log("lost " .. attack.kills) end`,
			"main.lua": `
function onActed(act) if act.verb == "protect" then log("killed " .. battle:kill(act.stack, 99)) end end`,
		},
		test: `
	armies("2 gold-golem", "3 bandit, 1 bandit | 1 halfling")
	skip("d1")
	dice{9}
	answer("d1 attack a1")
	answer("a1 hold")
	expect_told("lost 1")
	skip("d3")
	dice{10}
	answer("d3 shoot a1")
	expect_not_told("lost 0")
	expect(stack("a1").count, 1)
	skip("a1")
	dice{10}
	answer("a1 attack d1")
	expect_told("2 of 1")
	expect(stack("a1").count, 3)
	answer("d1 hold")
	skip("d1")
	answer("d1 protect")
	expect_told("killed 1")`,
		aggressor: "2 gold-golem", defender: "3 bandit | 1 halfling", limit: 2,
	},
	{
		name: "a plague: what dies rises as a zombie of the killer",
		files: map[string]string{
			"data.toml": `
[ability.curse]
name = "Curse"
text = "Its death weakens its killer."
script = "curse.lua"

[patch.creature.bandit]
append = { abilities = ["curse"] }
`,
			"curse.lua": `
function onDeath(death) if death.stack.line == "ranged" then battle:grow(death.stack, "halfling", 1) end end
function onDestroyed(death)
	log("curse of " .. death.creature)
	if death.by and death.by.alive then battle:affect(death.by, "curse") end
end`,
			"main.lua": `
function onDestroyed(death)
	log(tostring(death.stack.alive) .. " " .. death.stack.line .. " " .. death.creature)
	if death.by and death.creature ~= "zombie" and battle.room > 0 then
		battle:summon(death.by.side, "melee", "zombie", 1)
	end
end`,
		},
		test: `
	armies("1 gold-golem", "1 bandit | 1 bandit, 1 halfling")
	skip("a1")
	dice{10}
	answer("a1 attack d1")
	expect(stack("a2").creature, "zombie")
	expect_told("false melee bandit")
	expect_told("curse of bandit")
	expect(stack("a1").effects, { "curse" })`,
		aggressor: "2 gold-golem", defender: "1 bandit, 1 bandit", limit: 2,
	},
	{
		name: "a resurrection of the dead in their order",
		files: map[string]string{
			"main.lua": `
local function list(side)
	local names = {}
	for _, stack in ipairs(side:fallen()) do names[#names + 1] = stack.name .. " on " .. stack.line end
	log(side.name .. " lost " .. table.concat(side:dead(), " ") .. ", fallen " .. table.concat(names, " "))
end
function onRoundEnd(round)
	list(battle.aggressor) list(battle.defender)
	for _, stack in ipairs(battle.stacks) do
		local dead = stack:dead()
		if #dead > 0 then log(stack.name .. " lost " .. #dead) battle:raise(stack, #dead) end
	end
	local fallen = battle.defender:fallen()
	if #fallen > 0 and round.number < 3 then
		fallen[1]:remember("risen", true)
		battle:raise(fallen[1], 1, "ranged")
	end
end`,
		},
		test: `
	armies("1 bandit + 1 gold-golem, 1 orc", "1 bandit, 2 zombie, 1 zombie")
	skip("d1")
	dice{10}
	answer("d1 attack a1") -- the bandit of a1
	answer("a1 hold")
	skip("a2")
	dice{10}
	answer("a2 attack d1")
	skip("a1")
	expect_told("aggressor lost bandit, fallen ")
	expect_told("defender lost bandit, fallen d1 on melee")
	expect_told("Bandit of a1 rises from the dead")
	expect_told("a1 lost 1")
	expect_told("d1 (1 Bandit) stands on the defender's ranged line again")
	expect(stack("d1").line, "ranged")
	expect(stack("a1").creature, "bandit")
	expect(stack("d1"):recall("risen"), true)
	expect(stack("d2").count, 2)
	expect(stack("d1").alive, true)
	expect(battle.defender:dead(), {})`,
		aggressor: "1 bandit + 1 gold-golem", defender: "1 bandit, 1 zombie", limit: 2,
	},
	{
		name: "cards that flee, and others that turn into what struck them",
		files: map[string]string{
			"main.lua": `
function onDeath(death) log("dies " .. death.stack.name) end
function onDestroyed(death) log("dead " .. death.stack.name) end
function onKill(attack)
	attack.kills = 0
	if roll(2) == 1 then battle:remove(attack.at, 1) else battle:transform(attack.at, attack.by.creature) end
end
function onActed(act) if act.verb == "protect" then battle:kill(act.stack, 9) end end`,
		},
		test: `
	armies("2 gold-golem, 1 orc", "1 bandit + 1 zombie, 1 zombie")
	skip("a2")
	dice{9}
	rolls{1}
	answer("a2 attack d1")
	expect(stack("d1").creature, "zombie")
	expect_told("Bandit of d1 leaves the battle")
	expect_not_told("dies")
	dice{9}
	rolls{2}
	answer("a1 attack d1")
	expect_told("Zombie of d1 becomes Gold Golem")
	expect(stack("d1").creature, "gold-golem")
	skip("a1")
	answer("a1 protect")
	expect_told("dead a1")`,
		aggressor: "2 gold-golem", defender: "1 bandit + 1 zombie", limit: 2,
	},
	{
		name: "a frenzy that strikes friends, who may strike back",
		files: map[string]string{
			"data.toml": `
[ability.frenzy]
name = "Frenzy"
text = "After its attack it strikes a friend that it reaches."
script = "frenzy.lua"

[patch.creature.ogre]
append = { abilities = ["frenzy"] }
`,
			"frenzy.lua": `
function onActed(act)
	if act.verb ~= "attack" then return end
	for _, stack in ipairs(self.side.stacks) do
		if self:reaches(stack) then
			local killed = battle:attack(self, stack)
			log(self.name .. " strikes " .. stack.name .. ": " .. tostring(killed))
			return
		end
	end
end`,
		},
		test: `
	armies("2 gold-golem, 2 ogre | 1 gold-golem", "2 zombie")
	skip("a2")
	dice{1, 9}
	answer("a2 attack d1")
	expect_told("Gold Golem of a1 dies")
	answer("a1 hold")
	expect_told("a2 strikes a1: 1")`,
		aggressor: "2 gold-golem, 1 ogre", defender: "2 zombie", limit: 2,
	},
	{
		name: "an option to wait, and a summons to another turn",
		files: map[string]string{
			"main.lua": `
option{ name = "wait",
	legal = function(by) if battle.phase >= 7 or by:recall("waited") == battle.round then return "it has waited" end end,
	worth = function() return 3 end,
	act = function(by) by:remember("waited", battle.round) battle:delay(by, 8) end,
}
function onKilled(attack)
	if attack.at.alive and attack.at.acted and battle.phase < 9 and roll(2) == 1 then battle:delay(attack.at, 9) end
end`,
		},
		test: `
	armies("2 bandit, 1 gold-golem", "2 zombie, 1 bandit")
	skip("a1")
	answer("a1 wait")
	expect_told("a1 (2 Bandit) waits for phase 8")
	expect(stack("a1").acted, false)
	skip("a2")
	dice{9}
	answer("a2 attack d1")
	skip("a1")
	expect(battle.phase, 8)
	refuses("a1 wait", "it has waited")
	dice{9}
	answer("a1 attack d2")
	expect(stack("d2").alive, false)
	skip("d1")
	skip("a1")
	expect(battle.round, 2)
	expect(battle.phase, 3)`,
		aggressor: "2 bandit", defender: "2 zombie, 1 bandit", limit: 2,
	},
	{
		name: "a charm: what is struck and lives changes sides until it is struck again",
		files: map[string]string{
			"main.lua": `
function onKilled(attack)
	if attack.at.alive and #attack.at.side.stacks > 1 and roll(3) > 1 then battle:transfer(attack.at, attack.at.side.enemy) end
end
function onRoundEnd()
	local names = {}
	for _, stack in ipairs(battle.aggressor.stacks) do names[#names + 1] = stack.name end
	log("aggressor: " .. table.concat(names, " "))
end`,
		},
		test: `
	armies("1 gold-golem, 1 bandit", "2 zombie, 2 zombie, 1 zombie")
	skip("a2")
	dice{9}
	rolls{3}
	answer("a2 attack d1")
	expect_told("d1 (1 Zombie) goes over to the aggressor's melee line")
	expect(stack("d1").side.name, "aggressor")
	skip("a1")
	refuses("a1 attack d1", "an attack is made at an enemy")
	offers("a1 sacrifice d1")
	skip("d1") -- in the half of its new side
	offers("d1 attack d2")
	dice{9}
	rolls{1}
	answer("d1 attack d2")
	expect(stack("d2").side.name, "defender")
	skip("a1")
	expect_told("aggressor: a1 a2 d1")`,
		aggressor: "1 gold-golem, 1 bandit", defender: "2 zombie, 1 zombie", limit: 2,
	},
	{
		name: "conditions in data",
		files: map[string]string{
			"mod.toml": "id = \"try\"\nversion = \"1.0.0\"\ntitle = \"Try\"\ngame = \"heroes\"\napi = 1\n" + `
[field.terrain]
on = ["scenario"]
type = "choice"
oneof = ["field", "swamp"]
default = "field"
doc = "the ground"

[field.element]
on = ["spell"]
type = "choice"
oneof = ["none", "ray"]
default = "none"
doc = "what it is made of"
`,
			"data.toml": `
[patch.spell.death-ray.set]
element = "ray"

[scenario.bog]
name = "Bog"
text = "A bog."
terrain = "swamp"
aggressor = { army = "1 gold-golem" }
defender = { army = "2 zombie" }

[ability.pierce]
name = "Pierce"
text = "Its melee attacks meet 2 less defense."
bonus = [{ score = "defense", add = -2, for = "opponent", when = { attack = ["melee"], retaliating = false } }]

[ability.hate]
name = "Hate"
text = "It scores 3 more at zombies that have not acted."
bonus = [{ score = "attack", add = 3, when = { against = { creature = ["zombie"], not = { acted = true } } } }]

[ability.bully]
name = "Bully"
text = "It scores 1 more at lower levels, and 1 more if it has as many cards or more."
bonus = [
	{ score = "melee", add = 1, when = { compared = { level = ["more"] } } },
	{ score = "melee", add = 1, when = { compared = { cards = ["same", "more"] } } },
]

[ability.gloom]
name = "Gloom"
text = "Its defense is 4 more under a curse, 1 more against rays, and 1 more in a swamp."
bonus = [
	{ score = "defense", add = 4, when = { effect = ["curse"] } },
	{ score = "defense", add = 1, when = { spell_fields = { element = ["ray"] } } },
	{ score = "defense", add = 1, when = { scenario_fields = { terrain = ["swamp"] } } },
	{ score = "defense", add = 20, when = { scenario = ["siege"] } },
	{ score = "melee", add = 1, when = { not = { cards = [1, 1], acted = false } } },
]

[patch.creature.gold-golem]
append = { abilities = ["pierce", "hate", "bully"] }

[patch.creature.zombie]
append = { abilities = ["gloom"] }
`,
			"main.lua": `
function onRoundEnd()
	local played = battle.scenario
	log(played and played.id .. " in the " .. played.terrain or "no scenario")
	for _, stack in ipairs(battle.defender.stacks) do battle:affect(stack, "curse") end
end`,
		},
		test: `
	armies("1 gold-golem, 1 hero-sethric", "4 zombie, 1 bandit + 1 zombie")
	skip("a2")
	dice{1}
	answer("a2 cast death-ray d1")
	expect_score("defense", 7) -- a ray
	skip("a1")
	dice{1}
	answer("a1 attack d1")
	expect_score("attack", 7) -- 3 + 3 + 1: a higher level, and fewer cards
	expect_score("defense", 4) -- 6 - 2
	expect_term("defense", "-2 Pierce")
	skip("d1")
	dice{1, 1}
	answer("d1 attack a1")
	answer("a1 retaliate")
	expect_score("attack", 4) -- it has acted
	skip("a2")
	expect_told("no scenario")
end }
test{ name = "in a scenario", run = function()
	scenario("bog")
	skip("a1")
	dice{1}
	answer("a1 attack d1")
	expect_score("attack", 7)
	expect_score("defense", 5) -- a swamp
	skip("d1")
	dice{1, 1}
	answer("d1 attack a1")
	expect_score("attack", 2) -- it acts now
	answer("a1 retaliate")
	expect_score("attack", 5) -- it has acted, and has as many cards
	expect_score("defense", 7)
	skip("a1")
	expect_told("bog in the swamp")
	dice{1}
	answer("a1 attack d1")
	expect_term("defense", "+4 Gloom") -- under the curse
	expect_score("defense", 7)`,
		aggressor: "2 gold-golem", defender: "1 zombie, 1 bandit + 1 zombie", limit: 3,
	},
}

// battle returns the battle of a trick, and the library with its mod.
func (k trick) battle(t testing.TB) (*heroes.Battle, *library.Library) {
	t.Helper()
	lib, _ := kit.Modded(t, k.files, modhost.Stop)
	setup := *battle(t, lib, k.aggressor, k.defender).Setup()
	setup.RoundLimit = k.limit
	return battleOf(t, lib, setup), lib
}

// Each trick does what its test says.
func TestTricks(t *testing.T) {
	for _, k := range tricks {
		t.Run(k.name, func(t *testing.T) {
			files := map[string]string{"test.lua": modhosttest.Test(k.test)}
			for name, text := range k.files {
				files[name] = text
			}
			kit.Passes(t, files)
		})
	}
}

// The odds of battles with tricks are what happens in them, between greedy and between random
// players.
func TestOddsAreFrequencies(t *testing.T) {
	n := uint64(2000)
	if testing.Short() {
		n = 300
	}
	if enginetest.Long {
		n = 200_000
	}
	for _, k := range tricks {
		for _, who := range []string{"greedy", "random"} {
			t.Run(k.name+" "+who, func(t *testing.T) {
				t.Parallel()
				b, lib := k.battle(t)
				walks, sits := engine.Oracle(players.Greedy{}), func(uint64) []engine.Oracle { return []engine.Oracle{players.Greedy{}, players.Greedy{}} }
				if who == "random" {
					walks, sits = odds.Lots{}, func(seed uint64) []engine.Oracle { return enginetest.Seats(b, seed) }
				}
				graph := odds.NewGraph(b, walks, walks)
				root := graph.Begin()
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				if err := graph.Explore(ctx); err != nil {
					t.Fatal(err)
				}
				o, err := graph.Odds(root)
				if err != nil {
					t.Fatal(err)
				}
				var wins [2]float64
				for seed := range n {
					table := engine.NewTable(lib.Dice(seed), sits(seed)...)
					if r := b.Play(table); r.Winner >= 0 {
						wins[r.Winner]++
					}
					if err := table.Err(); err != nil {
						t.Fatal(err)
					}
				}
				for side, won := range wins {
					p, got := o.Wins[side].Value, won/float64(n)
					if sigma := math.Sqrt(p * (1 - p) / float64(n)); math.Abs(got-p) > 4*sigma+o.Bound+1e-9 {
						t.Errorf("side %d wins with %v, and in %d battles %v: %.1f sigma", side, p, n, got, (got-p)/sigma)
					}
				}
			})
		}
	}
}

// A battle with a trick is the same walked, and goes on as its copies do.
func TestTricksWalkAndCopy(t *testing.T) {
	for _, k := range tricks {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			b, lib := k.battle(t)
			if err := enginetest.Walks(b, lib.Dice(0), 1, enginetest.Rounds(12)); err != nil {
				t.Error(err)
			}
			for seed := range uint64(enginetest.Rounds(30)) {
				if err := modhosttest.Copies(lib, b, seed, int(seed%20), nil); err != nil {
					t.Fatal(fmt.Errorf("seed %d: %w", seed, err))
				}
			}
		})
	}
}
