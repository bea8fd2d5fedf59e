package heroesmods_test

import (
	"testing"

	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/explore"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/players"
	"houserule/engine/review"
	"houserule/scripting/modhost"
)

// petrify is a mod with a stare that turns its victim to stone, which does not act, and does not
// strike back, until it loses cards.
var petrify = map[string]string{
	"data.toml": `
[spell.petrified]
name = "Petrified"
text = "It neither acts nor strikes back for 3 rounds, and its defense is 3 more, until it loses cards."
target = "enemy"
rounds = 3
script = "petrified.lua"
bonus = [{ score = "opportunities", set = 0 }, { score = "defense", add = 3 }]

[ability.stare]
name = "Stare"
text = "After its melee attack, 8 or more on a die petrify the target."
script = "stare.lua"

[creature.cockatrice]
name = "Cockatrice"
alignment = "nature"
level = 3
melee = 4
defense = 9
phase = 5
cost = 55
abilities = ["stare"]
`,
	"petrified.lua": `
function onRetaliate(back) if back.by:under("petrified") then return cancel("it is petrified") end end
function onKill(attack) if attack.at and attack.at:under("petrified") then battle:lift(attack.at, "petrified") end end
`,
	"stare.lua": `
local function stare(attack)
	if attack.kind == "melee" and attack.at and attack.at.alive and roll(10) >= 8 then battle:affect(attack.at, "petrified") end
end
function onMiss(attack) stare(attack) end
function onKilled(attack) stare(attack) end
`,
}

// burning is a mod with a shield that may burn who strikes it.
var burning = map[string]string{
	"data.toml": `
[ability.burning]
name = "Burning"
text = "A melee attack that kills cards of it burns a card of the attacker, on 5 or more on a die."
script = "burning.lua"

[creature.salamander]
name = "Salamander"
alignment = "chaos"
level = 3
melee = 5
defense = 9
phase = 1
cost = 20
abilities = ["burning"]

[creature.newt]
name = "Newt"
alignment = "chaos"
level = 3
melee = 5
defense = 9
phase = 1
cost = 20
`,
	"burning.lua": `function onKillAgainst(attack) if attack.kind == "melee" and attack.by.alive and roll(10) >= 5 then battle:kill(attack.by, 1, self) end end`,
}

// asked returns the value of each answer to the first question of a kind in a battle, by name,
// and greedy's answer. The aggressor is greedy. The defender attacks.
func asked(t *testing.T, lib *library.Library, b *heroes.Battle, which func(c engine.Choice) bool) (values map[string]int, greedy string) {
	t.Helper()
	seat := engine.OracleFunc(func(q engine.Question) (int, error) {
		answer, err := players.Greedy{}.Answer(q)
		if act, ok := q.Choice.(*heroes.Act); ok && q.Side == heroes.Defender {
			for answer = range act.Each { // an attack
				break
			}
		}
		if values == nil && which(q.Choice) {
			values, greedy = map[string]int{}, q.Choice.Name(answer)
			for n := range q.Choice.Each {
				values[q.Choice.Name(n)] = q.Choice.(engine.Evaluator).Evaluate(n)
			}
		}
		return answer, err
	})
	table := engine.NewTable(lib.Dice(1), seat, seat)
	b.Play(table)
	if err := table.Err(); err != nil || values == nil {
		t.Fatalf("not asked: %v", err)
	}
	return values, greedy
}

func acts(c engine.Choice) bool { _, ok := c.(*heroes.Act); return ok }
func strikes(c engine.Choice) bool {
	r, ok := c.(*heroes.Reply)
	return ok && r.What() == heroes.WhetherRetaliate
}

// Greedy attacks for the sake of what a script does after the attack, and makes use of it: it
// loses little to best play, where it lost 35 points of 36 by the cards that die alone.
func TestGreedySeesWhatScriptsDo(t *testing.T) {
	lib, _ := kit.Modded(t, petrify, modhost.Stop)
	b := battle(t, lib, "1 cockatrice, 1 ogre", "2 troll")
	g, err := best.New(b)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Solve(t.Context()); err != nil {
		t.Fatal(err)
	}
	r, err := review.Exact(t.Context(), g, b, explore.Budget{States: 100_000}, players.Greedy{}, players.Greedy{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Lost[0] > 0.03 || r.Lost[1] > 0.03 || r.Value < 0.3 {
		t.Errorf("of %.4f greedy players lose %.4f and %.4f", r.Value, r.Lost[0], r.Lost[1])
	}
}

// Greedy counts what may burn the attacker, when it attacks and when it strikes back.
func TestGreedyFearsFire(t *testing.T) {
	lib, _ := kit.Modded(t, burning, modhost.Stop)
	values, greedy := asked(t, lib, battle(t, lib, "2 devil", "2 salamander, 2 newt"), acts)
	if hot, cold := values["a1 attack d1"], values["a1 attack d2"]; hot >= cold {
		t.Errorf("an attack at a burning stack has the value %d, at another %d", hot, cold)
	}
	if greedy == "a1 attack d1" {
		t.Error("greedy attacks the burning stack")
	}
	back := func(enemy string) int {
		values, _ := asked(t, lib, battle(t, lib, "3 troll", enemy), strikes)
		return values["a1 retaliate"]
	}
	if hot, cold := back("2 salamander"), back("2 newt"); hot >= cold {
		t.Errorf("a retaliation against a burning stack has the value %d, against another %d", hot, cold)
	}
}

// What an ability, an effect or a script declares is what it is worth.
func TestDeclaredWorth(t *testing.T) {
	creature := "[creature.carrier]\nname = \"Carrier\"\nalignment = \"chaos\"\nlevel = 1\nmelee = 1\ndefense = 5\nphase = 9\ncost = 10\nabilities = [\"relic\"]\n" +
		"[creature.hexer]\nname = \"Hexer\"\nalignment = \"order\"\nlevel = 1\nmelee = 1\ndefense = 5\nphase = 1\ncost = 10\nspells = [\"hex\"]\n" +
		"[ability.relic]\nname = \"Relic\"\ntext = \"It carries a relic.\"\n"
	spell := "[spell.hex]\nname = \"Hex\"\ntext = \"It is hexed.\"\ntarget = \"enemy\"\nrounds = 2\nbonus = [{ score = \"support\", add = 1 }]\n"
	const square = 100 // of the sides of the die
	for _, row := range []struct {
		name, ability, spell, script string
		attack, cast                 int // what is added to the values
	}{
		{"nothing", "", "", "", 0, 0},
		{"an ability", "worth = 30\n", "", "", 30, 0},
		{"an effect", "", "worth = -7\n", "", 0, 14},
		{"a script", "", "", `function onWorth(worth) if worth.stack:has("relic") then worth.points = worth.points + 30 end end`, 30, 0},
		{"a script about an effect", "", "", `function onWorth(worth) if worth.stack:under("hex") then worth.points = -14 end end`, 0, 14},
	} {
		t.Run(row.name, func(t *testing.T) {
			files := map[string]string{"data.toml": creature + row.ability + spell + row.spell}
			if row.script != "" {
				files["main.lua"] = row.script
			}
			lib, _ := kit.Modded(t, files, modhost.Stop)
			values, _ := asked(t, lib, battle(t, lib, "1 hexer, 1 orc", "1 carrier, 1 ogre"), acts)
			plain, _ := kit.Modded(t, map[string]string{"data.toml": creature + spell}, modhost.Stop)
			before, _ := asked(t, plain, battle(t, plain, "1 hexer, 1 orc", "1 carrier, 1 ogre"), acts)
			const hits = 7 // faces of the die with which the hexer kills the carrier
			for name, want := range map[string]int{"a1 attack d1": row.attack * hits * square / 10, "a1 cast hex d2": row.cast * square} {
				if _, ok := values[name]; !ok {
					t.Fatalf("no %s among %v", name, values)
				}
				if got := values[name] - before[name]; max(got-want, want-got) > square/10 {
					t.Errorf("%s is worth %d more, want %d", name, got, want)
				}
			}
		})
	}
}

// An attack whose dice fall in too many ways has the value of its formula.
func TestTooManyWays(t *testing.T) {
	files := map[string]string{"main.lua": `function onKilled(attack)
	local sum = 0
	for i = 1, 4 do sum = sum + roll(20) end
	if sum > 40 and attack.at.alive then battle:kill(attack.at, 1, attack.by) end
end`}
	of := func(files map[string]string) int {
		lib, _ := kit.Modded(t, files, modhost.Stop)
		values, _ := asked(t, lib, battle(t, lib, "3 ogre", "4 troll"), acts)
		return values["a1 attack d1"]
	}
	if got, want := of(files), of(map[string]string{"main.lua": "function onKilled() end"}); got != want {
		t.Errorf("the value is %d, want %d", got, want)
	}
}
