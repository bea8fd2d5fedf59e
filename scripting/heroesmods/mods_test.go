package heroesmods_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/heroes/strategy"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/heroesdata/heroestest"
	"houserule/engine/players"
	"houserule/scripting/modhost"
	"houserule/scripting/modhosttest"
)

// battle sets up armies.
func battle(t testing.TB, lib *library.Library, aggressor, defender string) *heroes.Battle {
	t.Helper()
	return heroestest.Battle(t, heroesdata.Game(lib), 0, aggressor, defender)
}

func battleOf(t testing.TB, lib *library.Library, setup heroes.Setup) *heroes.Battle {
	t.Helper()
	b, err := heroes.NewBattle(heroesdata.Game(lib), setup)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// play plays a battle between reference players and returns what is told.
func play(t testing.TB, lib *library.Library, aggressor, defender string, seed uint64) string {
	t.Helper()
	b := battle(t, lib, aggressor, defender)
	table := engine.NewTable(engine.NewDice(seed, lib.Streams...), new(strategy.Reference), new(strategy.Reference))
	var out strings.Builder
	table.Explain(true)
	table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
		if text := b.Describe(e); text != "" {
			fmt.Fprintln(&out, text)
		}
		if e.What == heroes.Struck {
			fmt.Fprintf(&out, "  %v\n  %v\n", b.Last().Attack, b.Last().Defense)
		}
	}))
	b.Play(table)
	if err := table.Err(); err != nil {
		fmt.Fprintln(&out, "error:", err)
	}
	return out.String()
}

// What scripts do shows in what is told, with the term and its place.
func TestScripts(t *testing.T) {
	for _, test := range []struct {
		name                string
		files               map[string]string
		aggressor, defender string
		want                []string // lines of what is told
		never               []string
	}{
		{
			"a score's terms", map[string]string{"main.lua": "function onAttack(attack)\n\tif attack.by.level == 2 then attack.score = attack.score + 1 end\n\tattack.bonus = 2\n\tattack.factor = 1.5\nend"},
			"3 gold-golem", "3 bandit",
			[]string{"  12 = 3 Gold Golem card, +2 levels of the cards under it (H2.1), +2 mod try onAttack mods/try/main.lua:3, x3/2 mod try onAttack mods/try/main.lua:4, +1 mod try onAttack mods/try/main.lua:2"}, nil,
		},
		{
			"an ability's script is for who has it", map[string]string{
				"creatures.toml": "[ability.sting]\nname = \"Sting\"\ntext = \"It stings.\"\nscript = \"sting.lua\"\n[patch.creature.bandit]\nappend = { abilities = [\"sting\"] }",
				"sting.lua":      "function onAttack(attack) attack.score = attack.score + 3 log_once = nil end",
			}, "3 gold-golem", "3 bandit", nil, nil,
		},
		{
			"self, memory and the mod's own dice", map[string]string{
				"creatures.toml": "[ability.sting]\nname = \"Sting\"\ntext = \"It stings.\"\nscript = \"sting.lua\"\n[patch.creature.bandit]\nappend = { abilities = [\"sting\"] }",
				"sting.lua":      "function onKilled(attack)\n\tself:remember(\"stings\", (self:recall(\"stings\") or 0) + 1)\n\tlog(self.name .. \" has stung \" .. self:recall(\"stings\") .. \", rolled \" .. (roll(6) > 0 and \"well\" or \"\"))\nend",
			}, "3 gold-golem", "3 bandit", []string{"d1 has stung 1, rolled well", "d1 has stung 2, rolled well"}, []string{"a1 has stung"},
		},
		{
			"a veto with its reason", map[string]string{"main.lua": "function onRetaliate(back) return cancel(\"stunned\") end"},
			"3 gold-golem", "3 bandit", nil, []string{"retaliates"},
		},
		{
			"more dice, the worst counts", map[string]string{"main.lua": "function onDice(dice) dice.count = 3 dice.worst = true end"},
			"3 gold-golem", "3 bandit", []string{"d1 (3 Bandit) attacks a1 (3 Gold Golem): die 1 + 3 = 4 against 7: miss"}, nil,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			if strings.Contains(test.files["sting.lua"], "log_once") {
				if _, _, err := kit.Load(test.files, modhost.Stop); err == nil || !strings.Contains(err.Error(), "log_once") {
					t.Errorf("%v", err)
				}
				return
			}
			lib, _ := kit.Modded(t, test.files, modhost.Stop)
			got := play(t, lib, test.aggressor, test.defender, 1)
			for _, want := range test.want {
				if !strings.Contains(got, want+"\n") {
					t.Errorf("it is not told: %s\n%s", want, got)
				}
			}
			for _, never := range test.never {
				if strings.Contains(got, never) {
					t.Errorf("it is told: %s\n%s", never, got)
				}
			}
		})
	}
}

// Errors of scripts name the battle's place, the file and line, the hook and
// the mod.
func TestScriptErrors(t *testing.T) {
	for _, test := range []struct{ script, want string }{
		{"function onAttack(attack) attack.score = attack.score + nothing() end", ""},
		{"local own = { act = function() roll(6) end } function onAttack(attack) own.act() end", "round 1, phase 3, d1 (3 Bandit): mods/try/main.lua:1: onAttack of mod try: roll: this hook is read-only: it is also called for odds and options. Use a hook that is called when something happens, as onHit or onKilled"},
		{"local own = { act = function(attack)\n battle:kill(attack.by, 1) end } function onAttack(attack) own.act(attack) end", "round 1, phase 3, d1 (3 Bandit): mods/try/main.lua:2: onAttack of mod try: battle:kill: this hook is read-only: it is also called for odds and options. Use a hook that is called when something happens, as onHit or onKilled"},
		{"function onHit(attack) battle:summon(attack.by.side, \"mee\" .. \"le\", \"orc\", 1) end", "round 1, phase 3, d1 (3 Bandit): mods/try/main.lua:1: onHit of mod try: battle:summon: unknown line \"meele\" (known: melee, ranged): did you mean \"melee\"?"},
		{"function onHit(attack) battle:summon(attack.by.side, \"melee\", \"orc\" .. \"c\", 1) end", "round 1, phase 3, d1 (3 Bandit): mods/try/main.lua:1: onHit of mod try: battle:summon: unknown creature \"orcc\": did you mean \"orc\"?"},
		{"function onKill(attack) attack.kills = 1.5 end", "round 1, phase 3, d1 (3 Bandit): mods/try/main.lua:1: onKill of mod try: kills: 1.5: must be a whole number from 0 to 1000000"},
		{"function onHit(attack) choose(attack.by.side, \"Which?\", {}) end", "round 1, phase 3, d1 (3 Bandit): mods/try/main.lua:1: onHit of mod try: choose: it takes from 1 to 50 options, not 0"},
		{"function onHit(attack) while true do end end", "round 1, phase 3, d1 (3 Bandit): mods/try/main.lua:1: onHit of mod try: spent its 100000 steps"},
		{"function onAttack(attack) while true do end end", "round 1, phase 3, d1 (3 Bandit): mods/try/main.lua:1: onAttack of mod try: spent its 20000 steps"},
		{"function onHit(attack) log(setting(\"d\" .. \"ie\")) end", "round 1, phase 3, d1 (3 Bandit): mods/try/main.lua:1: onHit of mod try: setting: unknown setting \"die\""},
	} {
		lib, _, err := kit.Load(map[string]string{"main.lua": test.script}, modhost.Stop)
		if err != nil {
			if test.want != "" {
				t.Errorf("%s: %v", test.script, err)
			}
			continue
		}
		got := play(t, lib, "3 gold-golem", "3 bandit", 1)
		if _, got, _ := strings.Cut(strings.TrimSpace(got), "error: "); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.script, got, test.want)
		}
	}
}

// Under the policy Disable the mod is out for the rest of the battle, which
// says so, and in again in the next.
func TestDisable(t *testing.T) {
	lib, _ := kit.Modded(t, map[string]string{"main.lua": "function onHit(attack) if battle.round == 1 then while true do end end end\nfunction onRoundStart(round) log(\"here\") end"}, modhost.Disable)
	for range 2 {
		got := play(t, lib, "3 gold-golem", "3 bandit", 1)
		if n := strings.Count(got, "here"); n != 1 {
			t.Errorf("the mod spoke %d times, want once\n%s", n, got)
		}
		if !strings.Contains(got, "mod try is out for the rest of the battle: mods/try/main.lua:1: onHit of mod try: spent its 100000 steps\n") {
			t.Errorf("it is not said that the mod is out:\n%s", got)
		}
	}
	b := battle(t, lib, "3 gold-golem", "3 bandit")
	b.Play(engine.NewTable(lib.Dice(1), new(strategy.Reference), new(strategy.Reference)))
	if errs := modhost.Disabled(b); errs["try"] == nil {
		t.Errorf("Disabled: %v", errs)
	}
}

// A spell whose script does not say what it does is refused.
func TestSpellWithoutDeed(t *testing.T) {
	_, _, err := kit.Load(map[string]string{
		"spells.toml": "[spell.storm]\nname = \"Storm\"\ntext = \"It hails.\"\nscript = \"storm.lua\"",
		"storm.lua":   "-- nothing",
	}, modhost.Stop)
	if want := `mods/try/spells.toml:1: spell "storm" has a script that declares no spell{...}: without target and rounds nobody knows what it does`; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// A spell is an attack with a score, or what its script says, never both.
func TestSpellOfTwoMinds(t *testing.T) {
	_, _, err := kit.Load(map[string]string{
		"spells.toml": "[spell.storm]\nname = \"Storm\"\ntext = \"It hails.\"\nscore = 4\nscript = \"storm.lua\"",
		"storm.lua":   "-- hail\nspell{ cast = function(by, at) end }",
	}, modhost.Stop)
	if want := `mods/try/storm.lua:2: spell "storm" has a score (mods/try/spells.toml:1), so casting it is an attack, which spell{...} would replace: take one of them out`; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// Spells may share a script: what it declares is for each of them.
func TestSpellsShareTheirScript(t *testing.T) {
	lib, _ := kit.Modded(t, map[string]string{
		"spells.toml": `[spell.storm]
name = "Storm"
text = "It hails."
script = "weather.lua"
[spell.fog]
name = "Fog"
text = "It is gray."
script = "weather.lua"`,
		"weather.lua": `spell{ at = "enemy", cast = function(by, at) battle:kill(at, 1) end }`,
	}, modhost.Stop)
	for _, id := range []string{"storm", "fog"} {
		spell, err := heroesdata.Spell(lib, id)
		if err != nil {
			t.Fatal(err)
		}
		if spell.Custom == nil || spell.Custom.Name != id || spell.Custom.At != heroes.AtEnemy {
			t.Errorf("%s: %+v", id, spell.Custom)
		}
	}
}

// A spell{...} has a place, which is not every script.
func TestSpellOfNoEntry(t *testing.T) {
	const spell = `spell{ cast = function(by, at) end }`
	const entry = "[ability.sting]\nname = \"Sting\"\ntext = \"It stings.\"\nscript = \"sting.lua\""
	for _, files := range []map[string]string{{"main.lua": spell}, {"creatures.toml": entry, "sting.lua": spell}} {
		_, _, err := kit.Load(files, modhost.Stop)
		if want := `lua:1: spell{...} stands in the script that a spell's entry names: script = "..."`; err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

// What scripts bring to the screen cannot forge or recolor it, and an option
// takes no word of the prompt.
func TestScriptsCannotForge(t *testing.T) {
	lib, _ := kit.Modded(t, map[string]string{"main.lua": "function onRoundStart(round) log(\"a\\nfake\\27[31m line\\rx\" .. string.rep(\"z\", 900)) end"}, modhost.Stop)
	got := play(t, lib, "3 gold-golem", "3 bandit", 1)
	if want := "a fake [31m line x" + strings.Repeat("z", 482) + "...\n"; !strings.Contains(got, want) {
		t.Errorf("it is not told: %s\n%s", want, got)
	}
	long := strings.Repeat("a", 65)
	for script, want := range map[string]string{
		`option{ name = "boar", act = function(by) end }`:                                                      `mods/try/main.lua:1: the prompt takes the word "boar" for board cut short: pick another name for the option`,
		`option{ name = "a2-5", act = function(by) end }`:                                                      `mods/try/main.lua:1: the prompt has the word "a2-5" already: pick another name for the option`,
		`option{ name = "Flee", act = function(by) end }`:                                                      `mods/try/main.lua:1: the option "Flee": must be made of lower-case letters, digits, - and _, a letter first`,
		`option{ name = "", act = function(by) end }`:                                                          `mods/try/main.lua:1: the option "": must be made of lower-case letters, digits, - and _, a letter first`,
		`option{ name = "7", act = function(by) end }`:                                                         `mods/try/main.lua:1: the option "7": must be made of lower-case letters, digits, - and _, a letter first`,
		`option{ name = "` + long + `", act = function(by) end }`:                                              `mods/try/main.lua:1: the option "` + long[1:] + `...": must have at most 64 characters, not 65`,
		`option{ name = "f\nlee", act = function(by) end }`:                                                    `mods/try/main.lua:1: option: name is "f\nlee": take out the line break`,
		`option{ name = "flee", text = "\27[31m", act = function(by) end }`:                                    `mods/try/main.lua:1: option: text is "\x1b[31m": take out the control character U+001B`,
		`player{ name = "human", answer = function(side, options, worths) return 1 end }`:                      `mods/try/main.lua:1: the player "human": a person at the prompt is called so: pick another name`,
		`player{ name = "Sly", answer = function(side, options, worths) return 1 end }`:                        `mods/try/main.lua:1: the player "Sly": must be made of lower-case letters, digits, - and _, a letter first`,
		`error("\27[31mred\nforged \226\128\174 \255")`:                                                        `mods/try/main.lua:1:  [31mred forged    `,
		`option{ name = "undo", act = function(by) end }`:                                                      `mods/try/main.lua:1: the prompt has the word "undo" already: pick another name for the option`,
		`option{ name = "run away", act = function(by) end }`:                                                  `mods/try/main.lua:1: the option "run away": must be made of lower-case letters, digits, - and _, a letter first`,
		"option{ name = \"flee\", act = function(by) end }\noption{ name = \"flee\", act = function(by) end }": `mods/try/main.lua:2: the option "flee" is already declared in mods/try/main.lua:1`,
		`player{ name = "the dunce", answer = function(side, options, worths) return 1 end }`:                  `mods/try/main.lua:1: the player "the dunce": must be made of lower-case letters, digits, - and _, a letter first`,
	} {
		if _, _, err := kit.Load(map[string]string{"main.lua": script}, modhost.Stop); err == nil || err.Error() != want {
			t.Errorf("%s:\ngot  %v\nwant %s", script, err, want)
		}
	}
}

// A player that answers nonsense stops the battle, or is replaced by greedy.
func TestPlayerErrors(t *testing.T) {
	files := map[string]string{"main.lua": "player{ name = \"dunce\", answer = function(side, options, worths) return 0 end }"}
	for policy, want := range map[modhost.Policy]string{
		modhost.Stop:    "mods/try/main.lua:1: player dunce answers 0: must be a place among its 6 options",
		modhost.Disable: "",
	} {
		lib, _ := kit.Modded(t, files, policy)
		b := battle(t, lib, "3 gold-golem", "3 bandit")
		dunce, err := lib.Player("dunce", 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		table := engine.NewTable(lib.Dice(1), new(strategy.Reference), dunce)
		b.Play(table)
		got := ""
		if err := table.Err(); err != nil {
			_, got, _ = strings.Cut(err.Error(), ": ")
		}
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if off := modhost.Disabled(b)["try"] != nil; off != (policy == modhost.Disable) {
			t.Errorf("policy %d: the mod is out: %v", policy, off)
		}
	}
}

// A script that fails where somebody looks puts its mod out when it fails in the
// battle, and no sooner: a journal does not know who has looked.
func TestLooksPutNoModOut(t *testing.T) {
	lib, _ := kit.Modded(t, map[string]string{"main.lua": `function onOffer(offer) if offer.cards > 1 then error("too many") end end`}, modhost.Disable)
	out := 0
	for seed := range uint64(5) {
		b := battle(t, lib, "3 orc, 3 orc", "3 orc, 3 orc")
		if err := modhosttest.Looks(b, seed); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		out += len(modhost.Disabled(b))
	}
	if out == 0 {
		t.Error("it was never out")
	}
}

// What options are worth depends neither on which were evaluated before, where a
// script fails at some, nor on how often, where it is slow.
func TestWorthsInWhateverOrder(t *testing.T) {
	const script = `function onAttack(attack)
	for i = 1, 30000 do end -- more than a look may take
	if attack.at.name == "d1" then error("not that one") end
	attack.bonus = 5
end`
	lib, _ := kit.Modded(t, map[string]string{"main.lua": script}, modhost.Disable)
	b := battle(t, lib, "3 orc", "3 orc, 3 bandit, 3 bandit")
	var forth, back, again []int
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		a, ok := q.Choice.(*heroes.Act)
		if !ok || forth != nil {
			return q.Choice.First(), nil
		}
		answers := slices.Collect(a.Each)
		evaluate := func() (worths []int) {
			for _, answer := range answers {
				worths = append(worths, a.Evaluate(answer))
			}
			return worths
		}
		forth = evaluate()
		slices.Reverse(answers)
		back = evaluate()
		slices.Reverse(answers)
		for range 60 {
			again = evaluate()
		}
		return a.First(), nil
	})
	b.Begin(engine.NewTable(lib.Dice(1), player, player))
	b.Step()
	slices.Reverse(back)
	if err := b.Err(); err != nil || !slices.Equal(forth, back) || !slices.Equal(forth, again) || slices.Max(forth) <= 0 {
		t.Errorf("they are worth\n%v, in reverse\n%v, and at last\n%v: %v", forth, back, again, err)
	}
}

// A mod that takes too long before one answer stops the battle, or is left out of all
// further evaluations. A person may look as often as they like.
func TestSlowEvaluations(t *testing.T) {
	script := map[string]string{"main.lua": `function onAttack(attack) for i = 1, 9000 do end end`}
	const spent = "mods/try/main.lua:1: onAttack of mod try: a10 (1 Orc): spent its 10000000 steps of the evaluations for one answer: let it do less there"
	armies := strings.Repeat("orc, ", 29) + "orc"
	for policy, want := range map[modhost.Policy]string{
		modhost.Stop:    "round 1, phase 6: " + spent,
		modhost.Disable: "mod try has failed where options were weighed, which was done without it: " + spent,
	} {
		lib, _ := kit.Modded(t, script, policy)
		b := battle(t, lib, armies, armies)
		var told []string
		table := engine.NewTable(lib.Dice(1), players.Greedy{}, players.Greedy{})
		table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
			if text := b.Describe(e); strings.HasPrefix(text, "mod ") {
				told = append(told, text)
			}
		}))
		b.Begin(table)
		for range 3 {
			b.Step()
		}
		got := strings.Join(told, "\n")
		if err := table.Err(); err != nil {
			got = err.Error()
		}
		if got != want || policy == modhost.Disable && len(modhost.Disabled(b)) != 1 {
			t.Errorf("%v: %s\nwant %s", policy, got, want)
		}
	}

	lib, _ := kit.Modded(t, script, modhost.Stop)
	b := battle(t, lib, "3 orc", "3 orc, 3 bandit, 3 bandit")
	table := engine.NewTable(lib.Dice(1))
	evaluated := 0
	person := engine.OracleFunc(func(q engine.Question) (int, error) {
		act, ok := q.Choice.(*heroes.Act)
		for ; ok && evaluated < 1000 && table.Err() == nil; evaluated++ {
			table.LookAgain()
			act.Evaluate(act.First())
		}
		return q.Choice.First(), nil
	})
	table.Seat(lib.Dice(1), person, person)
	b.Begin(table)
	if b.Step(); table.Err() != nil || evaluated != 1000 {
		t.Errorf("somebody who has looked %d times: %v", evaluated, table.Err())
	}
}

// What fails where players weigh their options is told once, and replays as what it
// is: a look.
func TestFailedLooksAreTold(t *testing.T) {
	lib, _ := kit.Modded(t, map[string]string{"main.lua": `option{ name = "roar", act = function(by) end, worth = function(by) error("not now") end }`}, modhost.Disable)
	const want = "mod try has failed where options were weighed, which was done without it: mods/try/main.lua:1: option.worth of mod try: not now"
	for _, name := range []string{"greedy", "search"} {
		b := battle(t, lib, "3 orc", "2 orc, 1 bandit")
		var seats []engine.Oracle
		for side := range engine.Side(2) {
			p, err := lib.Player(name, side, 1)
			if err != nil {
				t.Fatal(err)
			}
			seats = append(seats, p)
		}
		table := engine.NewTable(lib.Dice(1), seats...)
		var told []string
		table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
			if text := b.Describe(e); strings.HasPrefix(text, "mod ") {
				told = append(told, text)
			}
		}))
		b.Play(table)
		if err := table.Err(); err != nil || len(told) != 1 || told[0] != want || len(modhost.Disabled(b)) != 0 {
			t.Errorf("%s: %v, told:\n%s\nwant\n%s", name, err, strings.Join(told, "\n"), want)
		}
	}
}

// What an option is worth is a number within bounds, in whole points.
func TestWorthsWithinBounds(t *testing.T) {
	for _, row := range []struct{ worth, want string }{
		{"0 / 0", "the result is nan: must be a finite number"},
		{"-1 / 0", "the result is -inf: must be a finite number"},
		{"1e300", "the result is 1e+300: must be a number from -1000000 to 1000000"},
		{"1000000.5", "the result is 1000000.5: must be a number from -1000000 to 1000000"},
		{"1000000", ""},
		{"-0.5", ""},
	} {
		files := map[string]string{"main.lua": `option{ name = "roar", act = function(by) end, worth = function(by) return ` + row.worth + ` end }`}
		where := "mods/try/main.lua:1: option.worth of mod try: "
		lib, _ := kit.Modded(t, files, modhost.Stop)
		b := battle(t, lib, "3 orc", "3 bandit")
		table := engine.NewTable(lib.Dice(1), players.Greedy{}, players.Greedy{})
		b.Begin(table)
		for !b.Over() && b.Round() < 3 && table.Err() == nil {
			b.Step()
		}
		got := ""
		if err := table.Err(); err != nil {
			_, got, _ = strings.Cut(err.Error(), ": ")
			got = strings.TrimPrefix(got, where)
		}
		if got != row.want {
			t.Errorf("%s:\n got %s\nwant %s%s", row.worth, got, where, row.want)
		}
	}
}
