package games_test

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
)

// hostileScripts are those for every game, and in a folder each those for one game.
const hostileScripts = "../../../scripting/testdata/hostile"

// A hostile is a script that wants more than it may have. Most are written for the
// hook onAttack(a) of the game that the tests of package scripting have, and stand
// here in other hooks and functions.
type hostile struct {
	name   string
	games  []string // that it is written for; nil: all
	before string   // what stands before the hook; all of a script that is hostile while it is loaded
	body   string   // of the hook, behind its parameter; "": there is no such hook
	whole  bool     // a script of one game, with hooks of its own: it stays as it is
	still  bool     // it changes nothing of a battle
}

// hostiles returns all of them.
func hostiles(t testing.TB) (all []hostile) {
	t.Helper()
	for _, of := range []struct {
		folder string
		games  []string
	}{
		{"", nil}, {"any", nil}, {"acts", []string{"heroes", "kings", "sorcery"}},
		{"heroes", []string{"heroes"}}, {"kings", []string{"kings"}}, {"sorcery", []string{"sorcery"}}, {"lua", []string{evilGame}},
	} {
		files, err := filepath.Glob(filepath.Join(hostileScripts, of.folder, "*.lua"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no hostile scripts in %q: %v", of.folder, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			source, _, _ := strings.Cut(string(text), "\n--> ")
			h := hostile{name: path.Join(of.folder, strings.TrimSuffix(filepath.Base(file), ".lua")), games: of.games}
			h.before, h.body, _ = strings.Cut(source, "function onAttack(a)")
			h.whole = h.body == "" && of.games != nil
			h.still = !strings.Contains(source, "It changes the battle.")
			all = append(all, h)
		}
	}
	return append(all, nested()...)
}

// nested returns scripts that are deep for a parser, as large as a script may be.
func nested() (all []hostile) {
	for name, parts := range map[string][3]string{
		"parentheses": {"(", "1", ")"},
		"tables":      {"{", "1", "}"},
		"not":         {"not ", "1", ""},
		"minus":       {"- ", "1", ""},
		"joins":       {`"a"..`, `"a"`, ""},
		"powers":      {"1^", "1", ""},
		"sums":        {"1+", "1", ""},
		"and":         {"1 and ", "1", ""},
		"calls":       {"tostring(", "1", ")"},
		"functions":   {"function() return ", "1", " end"},
		"fields":      {"", "string", ".x"},
		"indexes":     {"string[", "1", "]"},
		"values":      {"1,", "1", ""},
		"escapes":     {"", `"\255`, `\255`},
	} {
		n := 120_000 / (len(parts[0]) + len(parts[2]))
		text := strings.Repeat(parts[0], n) + parts[1] + strings.Repeat(parts[2], n)
		if name == "escapes" {
			text += `"`
		}
		all = append(all, hostile{name: "deep " + name, before: "local x = " + text, still: true})
	}
	for name, parts := range map[string][2]string{
		"branches": {"if nil then else ", " end"},
		"blocks":   {"do ", " end"},
		"loops":    {"while true do ", " end"},
		"locals":   {"local x = 1 ", ""},
		"comments": {"--[[ ]] ", ""},
		"hooks":    {"function f() end ", ""},
		"counts":   {"for i = 1, 2 do ", " end"},
	} {
		n := 120_000 / (len(parts[0]) + len(parts[1]))
		text := strings.Repeat(parts[0], n) + strings.Repeat(parts[1], n)
		all = append(all, hostile{name: "deep " + name, before: text, still: true})
	}
	slices.SortFunc(all, func(a, b hostile) int { return strings.Compare(a.name, b.name) })
	return all
}

// in is the script in a text, which calls it where CALL stands. It gets the battle
// in place of the stack of the game of the tests.
func (h hostile) in(text string) string {
	if h.body == "" {
		return h.before + "\n" + strings.ReplaceAll(text, "CALL", "")
	}
	return h.before + "local function hostile(a)" + h.body + "\n" + strings.ReplaceAll(text, "CALL", "hostile{ by = battle }") + "\n"
}

// as is the script as a hook of a game whose events have other fields; "" where the
// event has none for what the script wants, or the script wants none.
func (h hostile) as(e lua.Event) string {
	ok := hostileField.MatchString(h.body)
	body := hostileField.ReplaceAllStringFunc(h.body, func(field string) string {
		if fits := hostileFields[field]; fits != nil {
			if i := slices.IndexFunc(e.Fields, fits); i >= 0 {
				return "a." + e.Fields[i].Name
			}
		}
		ok = false
		return field
	})
	if !ok {
		return ""
	}
	return h.before + "function " + e.Hook + "(a)" + body + "\n"
}

var (
	hostileField  = regexp.MustCompile(`\ba\.\w+`)
	hostileFields = map[string]func(f lua.Field) bool{
		"a.score":  isWritable,
		"a.dice":   isWritable,
		"a.safe":   func(f lua.Field) bool { return f.Type == lua.TypeBoolean },
		"a.why":    func(f lua.Field) bool { return f.Type == lua.TypeString || f.Type == "string?" },
		"a.by":     isUnit,
		"a.target": isUnit,
		"a.aim":    isUnit,
	}
)

func isWritable(f lua.Field) bool {
	return f.Writable && (f.Type == lua.TypeNumber || f.Type == lua.TypeInteger)
}

func isUnit(f lua.Field) bool {
	return slices.Contains([]lua.Type{"stack", "counter", "unit", "stack?", "counter?", "unit?"}, f.Type)
}

// A hostileForm is a place in a mod where a script can be, and a command that comes
// there.
type hostileForm struct {
	game   string                            // of the mod; evilGame: it brings that game
	kind   string                            // alike are forms of a game and a kind
	name   string                            // of the form among these
	files  func(h hostile) map[string]string // of the mod; nil: the script has no such form
	args   []string                          // the mods and what to do at errors are added
	typed  string
	stops  bool // errors stop the command whatever --on-error says
	judged bool // what the script returns is part of the battle
}

const evilGame = "evil"

// An arena is a battle between random players in which hooks are called.
type arena struct {
	scenario string
	seed     uint64
}

func (a arena) args() []string {
	return []string{"battle", a.scenario, "--seed", fmt.Sprint(a.seed), "--players", "random"}
}

// A hostileGame is what forms need to know of a game.
type hostileGame struct {
	arenas   []arena  // in which, together, nearly all hooks are called
	uncalled []string // hooks that are called in none of them
	open     string   // a scenario in which nothing is hidden
	unit     string   // evil-one, as TOML whose last table is the unit's
	battle   []string // flags for a battle with evil-one
	hooks    []string // of its ability
	look     string   // a hook that is called to tell odds and options
}

var hostileGames = map[string]hostileGame{
	"heroes": {
		arenas: []arena{{"reference", 0}, {"siege", 0}, {"breach", 0}, {"duel", 0}, {"duel", 1}, {"duel", 2}, {"casters", 1}}, uncalled: []string{"onSummoned", "onGrown", "onWorth"}, open: "reference",
		unit:   "[creature.evil-one]\nname = \"Evil One\"\nalignment = \"neutral\"\nlevel = 2\nmelee = 3\ndefense = 7\nphase = 6\ncost = 28\n",
		battle: []string{"--aggressor", "2 evil-one, 2 orc", "--defender", "3 bandit, 2 halfling"},
		hooks:  []string{"onHit", "onAttack", "onDice"}, look: "onAttack",
	},
	"kings": {
		arenas: []arena{{"heroes-and-relics", 1}, {"three-kings", 1}, {"skirmish", 0}}, open: "skirmish",
		unit:   "[thing.evil-one]\nname = \"Evil One\"\nkind = \"creature\"\nterrain = \"forest\"\nvalue = 3\ncounters = 1\n",
		battle: []string{"--attacker", "evil-one, troll", "--defender", "bears, goblins"},
		hooks:  []string{"onHit", "onValue", "onDice"}, look: "onValue",
	},
	"sorcery": {
		arenas: []arena{{"two-valleys", 1}, {"two-valleys", 0}, {"alderhold", 1}, {"farwall", 0}, {"farwall", 16}, {"farwall", 20}}, uncalled: []string{"onBesiege", "onAssaultDie"}, open: "first-muster",
		unit:   "[unit.evil-one]\nname = \"Evil One\"\nrace = \"men\"\nmove = 4\nstrength = 4\ncounters = 4\n",
		battle: []string{"--attacker", "captain-hob, 2 evil-one", "--defender", "2 spearmen, lancers", "--terrain", "clear"},
		hooks:  []string{"onLost", "onStrength", "onDefense"}, look: "onStrength",
	},
}

// where finds for each hook of a game an arena in which it is called.
func (g hostileGame) where(t testing.TB, b *breed) map[string]arena {
	t.Helper()
	var script strings.Builder
	for _, e := range b.Scripts.Binding().Events {
		fmt.Fprintf(&script, "function %s() end\n", e.Hook)
	}
	m := &mutant{breed: b, files: map[string][]byte{modFile: b.header(), "mutant/main.lua": []byte(script.String())}}
	lib, _, err := m.load()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]arena{}
	for _, a := range g.arenas {
		s, err := lib.Scenario(a.scenario)
		if err != nil {
			t.Fatal(err)
		}
		battle, err := lib.Game.NewBattle(s.Setup)
		if err != nil {
			t.Fatal(err)
		}
		counts := modhost.NewCounts()
		modhost.Count(battle, counts)
		var seats []engine.Oracle
		for side := range engine.Side(battle.Seats()) {
			player, err := lib.Player("random", side, a.seed)
			if err != nil {
				t.Fatal(err)
			}
			seats = append(seats, player)
		}
		table := engine.NewTable(lib.Dice(a.seed), seats...)
		for battle.Begin(table); !battle.Over() && table.Err() == nil; {
			battle.Step()
		}
		for name := range counts.Hooks() {
			hook := strings.TrimPrefix(name, "mutant ")
			if _, ok := found[hook]; !ok {
				found[hook] = a
			}
		}
	}
	for _, e := range b.Scripts.Binding().Events {
		if _, ok := found[e.Hook]; !ok && !slices.Contains(g.uncalled, e.Hook) {
			t.Errorf("%s: %s is called in none of the arenas", b.Name(), e.Hook)
		}
	}
	return found
}

// hostileForms returns all forms.
func hostileForms(t testing.TB) (forms []hostileForm) {
	t.Helper()
	for _, b := range breeds(t) {
		if of, ok := hostileGames[b.Name()]; ok {
			forms = append(forms, of.forms(t, b)...)
		}
	}
	return append(forms, luaForms()...)
}

// mainOf is the files of a form: a main.lua of a text, with the script where CALL
// stands.
func mainOf(text string) func(h hostile) map[string]string {
	return fileOf("main.lua", text, nil)
}

// fileOf is mainOf for another file, with further files.
func fileOf(name, text string, more map[string]string) func(h hostile) map[string]string {
	return func(h hostile) map[string]string {
		if h.whole || h.body == "" {
			return nil
		}
		files := map[string]string{name: h.in(text)}
		for name, text := range more {
			files[name] = text
		}
		return files
	}
}

// forms returns those of a game.
func (g hostileGame) forms(t testing.TB, b *breed) (forms []hostileForm) {
	add := func(kind, name string, files func(h hostile) map[string]string, args ...string) *hostileForm {
		forms = append(forms, hostileForm{game: b.Name(), kind: kind, name: name, files: files, args: args})
		return &forms[len(forms)-1]
	}
	battle := func(command string, more ...string) []string {
		return slices.Concat([]string{command, "--game", b.Name()}, g.battle, more)
	}
	unit := func(more string) map[string]string { return map[string]string{"evil.toml": g.unit + more} }

	// As it is, and while it is loaded.
	asIs := func(h hostile) map[string]string {
		if h.whole {
			return map[string]string{"main.lua": h.before, "evil.toml": g.unit}
		}
		return nil
	}
	loading := func(h hostile) map[string]string {
		if h.whole {
			return nil
		}
		return map[string]string{"main.lua": h.in("CALL")}
	}
	add("load", "load", loading, g.arenas[0].args()...)
	add("load", "check", loading, "mod", "check", "./evil")
	add("load", "check hook", mainOf("function onBattleStart() CALL end"), "mod", "check", "./evil")
	for _, players := range []string{"random", "greedy", "search:2000", "search:2000,search:2000"} {
		add("as it is, "+players, players, asIs, battle("battle", "--players", players)...)
	}
	// With all states of the default, odds of these battles take seconds without any script.
	odds := battle("odds", "--states", "20000")
	add("as it is, odds", "odds", asIs, odds...)
	add("as it is, prompt", "prompt", asIs, battle("play", "--no-save", "--keep-going")...).typed = "options\nhint\nquit\n"
	add("as it is, check", "check", asIs, "mod", "check", "./evil")

	// In every hook.
	looks, where := b.Scripts.ReadOnly(), g.where(t, b)
	for _, e := range b.Scripts.Binding().Events {
		at, ok := where[e.Hook]
		if !ok {
			continue
		}
		kind := "hook that acts"
		if slices.Contains(looks, e.Hook) {
			kind = "hook that looks"
		}
		add(kind, e.Hook, mainOf("function "+e.Hook+"() CALL end"), at.args()...)
		add("event", e.Hook, func(h hostile) map[string]string {
			if text := h.as(e); text != "" {
				return map[string]string{"main.lua": text}
			}
			return nil
		}, at.args()...).judged = true
	}
	look := fileOf("main.lua", "function "+g.look+"() CALL end", unit(""))
	add("look", "greedy", look, battle("battle", "--players", "greedy")...)
	add("look", "search", look, battle("battle", "--players", "search")...).judged = true // a slow script lets it try less
	add("look", "odds", look, odds...)
	add("look", "prompt", look, battle("play", "--no-save", "--keep-going")...).typed = "options\nhint\nquit\n"

	// In an ability, and in what scripts declare.
	ability := unit("abilities = [\"evil-eye\"]\n[ability.evil-eye]\nname = \"Evil Eye\"\ntext = \"It looks.\"\nscript = \"eye.lua\"\n")
	for _, hook := range g.hooks {
		add("ability", hook, fileOf("eye.lua", "function "+hook+"() CALL end", ability), battle("battle", "--players", "greedy", "--seed", "2")...)
	}
	declared := func(name, params, do string, more map[string]string, file, register string, args []string) {
		for _, f := range []string{"legal", do, "worth"} {
			text := register + f + " = function(" + params + ") CALL"
			if f == "worth" {
				text += " return 1"
			}
			text += " end"
			if f != do {
				text += ", " + do + " = function() end"
			}
			add("declared", name+"."+f, fileOf(file, text+" }", more), args...).judged = true
		}
	}
	switch b.Name() {
	case "heroes":
		declared("option", "by, at", "act", unit(""), "main.lua", `option{ name = "evil-deed", text = "It does.", `, battle("battle", "--players", "chooser"))
		declared("option tried", "by, at", "act", unit(""), "main.lua", `option{ name = "evil-deed", text = "It does.", `, battle("battle", "--players", "search:2000"))
		curse := unit("spells = [\"evil-curse\"]\n[spell.evil-curse]\nname = \"Evil Curse\"\ntext = \"It does.\"\nscript = \"curse.lua\"\n")
		declared("spell", "by, at", "cast", curse, "curse.lua", `spell{ `, battle("battle", "--players", "chooser"))
	case "kings":
		spurs := unit("[thing.evil-spurs]\nname = \"Evil Spurs\"\nkind = \"item\"\nvalue = 0\nabilities = [\"evil-eye\"]\n[ability.evil-eye]\nname = \"Evil Eye\"\ntext = \"It looks.\"\nscript = \"eye.lua\"\n")
		declared("item", "item, on", "play", spurs, "eye.lua", `item{ `, battle("battle", "--items", "attacker: evil-spurs", "--players", "chooser"))
	}
	add("player", "answer", mainOf(`player{ name = "evil", answer = function(side, options, worths) CALL return 1 end }`),
		"battle", g.arenas[0].scenario, "--players", "evil").judged = true

	// In a test, and at the prompt.
	add("test", "test", fileOf("test.lua", `test{ name = "it", run = function() CALL end }`, nil), "mod", "test", "./evil").stops = true
	add("test", "test load", fileOf("test.lua", `CALL test{ name = "it", run = function() end }`, nil), "mod", "test", "./evil").stops = true
	add("prompt", "lua", fileOf("typed", "return CALL", nil), "play", g.open, "--no-save", "--keep-going").stops = true
	return forms
}

// luaForms returns those of a game that the mod brings.
func luaForms() (forms []hostileForm) {
	commands := []struct {
		name, typed string
		args        []string
	}{
		{"battle", "", []string{"battle", "evil-war", "--players", "random"}},
		{"odds", "", []string{"odds", "evil-war"}},
		{"search", "", []string{"battle", "evil-war", "--players", "search:2000,greedy"}},
		{"prompt", "board\noptions\nhint\none\none\nquit\n", []string{"play", "evil-war", "--seats", "human,search:2000", "--no-save", "--keep-going"}},
		{"check", "", []string{"mod", "check", "./evil"}},
	}
	for _, c := range commands {
		add := func(name string, files func(h hostile) map[string]string) {
			forms = append(forms, hostileForm{game: evilGame, kind: "game, " + c.name, name: name, files: files, args: c.args, typed: c.typed, stops: true})
		}
		for _, f := range []string{"start", "turn", "play", "chance", "worth", "appraise", "board", "outcome"} {
			add(f, mainOf(strings.Replace(evilWar, "--"+f+"--", "CALL", 1)))
		}
		add("as it is", func(h hostile) map[string]string {
			if h.whole && h.games[0] == evilGame {
				return map[string]string{"main.lua": h.before}
			}
			return nil
		})
	}
	return forms
}

// evilWar is a game whose functions can be made hostile, each where its name stands
// in a comment.
const evilWar = `
game{
	seats = { "red", "green" }, rounds = 9,
	start = function()
		--start--
		battle:remember("n", 0)
	end,
	turn = function()
		--turn--
		local n = battle:recall("n")
		if n % 2 == 0 then battle:ask(battle.sides[1 + n / 2 % 2], "Well?", { "one", "two" }) end
	end,
	play = function(side, option)
		--play--
		battle:remember("n", battle:recall("n") + 1)
	end,
	chance = function()
		--chance--
		local n = battle:recall("n") + 1
		battle:remember("n", n)
		if n > 5 then battle:win(battle.sides[1 + roll(6) % 2]) else battle:next_round() end
	end,
	worth = function(side)
		--worth--
		return battle:recall("n")
	end,
	appraise = function(side, option)
		--appraise--
		return 1
	end,
	board = function()
		--board--
		return { "a board" }
	end,
	outcome = function()
		--outcome--
		return "it is over"
	end,
}
`
