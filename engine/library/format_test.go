package library_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/players"
)

// Tourney is a game of these tests: knights with horses ride for the ladies of
// two to four colors, and nobody ever plays it.
type tourney struct{}

type knightKeys struct {
	Name   string   `toml:"name" required:"true" doc:"what people call him"`
	Lance  int      `toml:"lance" range:"1..20" doc:"how far he reaches"`
	Horses []string `toml:"horses" ids:"horse" doc:"ids of his horses"`
}

type horseKeys struct {
	Gait   string `toml:"gait" required:"true" oneof:"amble|trot" doc:"how it goes"`
	Script string `toml:"script" doc:"a Lua file"`
}

type tourneyRules struct {
	Passes int `toml:"passes" range:"1..9" doc:"T1: how often they ride"`
}

type tourneyKeys struct {
	Name  string           `toml:"name" required:"true" doc:"its title"`
	Sides []map[string]any `toml:"side" doc:"color and knight of each side"`
}

type knight struct {
	id     string
	lance  int
	horses []*horse
}

type horse struct{ id, gait string }

// list is who rides, by color.
type list []struct {
	color  string
	knight *knight
}

func (l list) SeatNames() (names []string) {
	for _, s := range l {
		names = append(names, s.color)
	}
	return names
}

func (l list) Fields() (fields []engine.Field) {
	for _, s := range l {
		fields = append(fields, engine.Field{Key: "rider-" + s.color, Value: s.knight.id})
	}
	return fields
}

type tourneyGame struct{ passes int }

func (tourneyGame) NewBattle(engine.Setup) (engine.Story, error) {
	return nil, errors.New("nobody plays it")
}

func (tourney) Name() string    { return "tourney" }
func (tourney) Files() []string { return nil }
func (tourney) Sections() []library.Section {
	return []library.Section{
		{Name: "knight", Doc: "A knight. `[knight.ID]`", Keys: knightKeys{}},
		{Name: "horse", Doc: "A horse. `[horse.ID]`", Keys: horseKeys{}},
	}
}
func (tourney) Scenario() any             { return tourneyKeys{} }
func (tourney) Rules() any                { return &tourneyRules{Passes: 3} }
func (tourney) Players() []players.Player { return players.Common() }

func (tourney) Build(b *library.Build) engine.Game {
	for _, e := range library.Entries[horseKeys](b, "horse") {
		e.Set(&horse{e.ID, e.Keys.Gait})
	}
	for _, e := range library.Entries[knightKeys](b, "knight") {
		e.Set(&knight{e.ID, e.Keys.Lance, library.ReferAll[*horse](e.Record, "horse", e.Keys.Horses, "horses")})
	}
	for _, e := range library.Entries[tourneyKeys](b, library.ScenarioSection) {
		riders := make(list, len(e.Keys.Sides))
		for i, side := range e.Keys.Sides {
			riders[i].color = fmt.Sprint(side["color"])
			k, err := library.Refer[*knight](e.Record, "knight", fmt.Sprint(side["knight"]), "side", i, "knight")
			if err != nil {
				e.Reportf([]any{"side", i, "knight"}, "%s", library.Explain(err))
			}
			riders[i].knight = k
		}
		e.Set(&library.Scenario{ID: e.ID, Name: e.Keys.Name, Setup: riders})
	}
	passes := b.Rules().(*tourneyRules).Passes
	if n := len(library.Entries[knightKeys](b, "knight")); n > passes {
		last := library.Entries[knightKeys](b, "knight")[n-1]
		last.Reportf(nil, "%d knights: there are %d passes%s", n, passes, b.RuleFrom("passes"))
	}
	return tourneyGame{passes}
}

func (tourney) ReadSetup(l *library.Library, h engine.Header) (engine.Setup, error) {
	var riders list
	for _, f := range h.Fields {
		color, ok := strings.CutPrefix(f.Key, "rider-")
		if !ok {
			continue
		}
		k, err := library.Built[*knight](l, "knight", f.Value)
		if err != nil {
			return nil, fmt.Errorf("the journal's %s: %w", f.Key, err)
		}
		riders = append(riders, struct {
			color  string
			knight *knight
		}{color, k})
	}
	return riders, nil
}

const tourneyBase = `
-- mods/tourney/mod.toml --
id = "tourney"
version = "1.0.0"
title = "The tourney"
game = "tourney"
-- mods/tourney/all.toml --
[horse.gray]
gait = "trot"
[knight.lancelot]
name = "Lancelot"
lance = 9
horses = ["gray"]
[knight.kay]
name = "Kay"
[scenario.joust]
name = "The joust"
side = [{ color = "red", knight = "kay" }, { color = "blue", knight = "lancelot" }, { color = "green", knight = "kay" }]
[rule.T1]
title = "Passes"
text = "They ride."
switches = ["passes"]
-- mods/chess/mod.toml --
id = "chess"
version = "1.0.0"
title = "Chess"
game = "chess"
-- mods/chess/all.toml --
[piece.rook]
-- mods/a/mod.toml --
id = "a"
version = "1.0.0"
title = "A"
game = "tourney"
`

// held loads the tourney and the enabled mods of an archive.
func held(text string, enabled ...string) (*library.Library, error) {
	fsys := fstest.MapFS{}
	for _, f := range slices.Concat(txtar.Parse([]byte(tourneyBase)).Files, txtar.Parse([]byte(text)).Files) {
		fsys[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	found := library.Find(library.Folder{FS: fsys, Dir: "mods", Where: "mods"})
	return library.LoadMods(tourney{}, library.Base(tourney{}, fsys), found, enabled, nil)
}

// The library reads the data of a game that it has never heard of.
func TestAnySystem(t *testing.T) {
	lib, err := held(`
-- mods/a/a.toml --
[horse.black]
gait = "amble"
script = "black.lua"
[patch.knight.lancelot]
add = { lance = 2 }
append = { horses = ["black", "tourney:gray"] }
[patch.scenario.joust]
append = { side = [{ color = "black", knight = "kay" }] }
[rules]
passes = 5
-- mods/a/black.lua --
-- mods/a/stray.lua --
`, "a")
	if err != nil {
		t.Fatal(err)
	}
	lancelot, err := library.Built[*knight](lib, "knight", "tourney:lancelot")
	if err != nil || lancelot.lance != 11 || len(lancelot.horses) != 2 || lancelot.horses[1].gait != "amble" {
		t.Errorf("got %+v, %v", lancelot, err)
	}
	if keys := library.Keys[knightKeys](lib, "knight", "lancelot"); keys.Lance != 11 {
		t.Errorf("got %+v, %v", keys, err)
	}
	if all := library.All[*knight](lib, "knight"); len(all) != 2 || lib.Source(all[0]) != "mods/tourney/all.toml:3" {
		t.Errorf("got %v, the first in %s", all, lib.Source(all[0]))
	}
	if s := lib.Rulebook[0].Switches; len(s) != 1 || s[0] != (library.Switch{Key: "passes", Doc: "how often they ride", Value: 5}) || lib.Game != (tourneyGame{5}) {
		t.Errorf("switches are %v, the game is %v", s, lib.Game)
	}
	if s := lib.Mods[1].Scripts; len(s) != 1 || s[0].Of("horse") != "black" || s[0].Of("knight") != "" {
		t.Errorf("scripts are %v", s)
	}
	wantText(t, lib.Warnings().Error(), `
mods/a/a.toml:6:31: horses of knight "lancelot" has "tourney:gray" already, from mods/tourney/all.toml:6
mods/a/stray.lua: no horse names this script: it does not run`)
	steps, err := lib.Why("scenario.joust.side")
	if err != nil || len(steps) != 2 || steps[1].Text != `append [{ color = "black", knight = "kay" }]` {
		t.Errorf("got %v, %v", steps, err)
	}

	wantText(t, strings.Join(players.Names(lib.Players), " "), "random careless greedy search best")
	if _, err := lib.Player("greedy", 3, 1); err != nil {
		t.Error(err)
	}
	_, err = lib.Player("gredy", 0, 1)
	wantText(t, library.Explain(err), `unknown player "gredy" (known: random, careless, greedy, search, best): did you mean "greedy"?`)
}

// A journal has as many players as the setup has seats.
func TestHeaderOfAnySystem(t *testing.T) {
	lib, err := held("")
	if err != nil {
		t.Fatal(err)
	}
	m := library.Match{Scenario: "joust", Setup: lib.Scenarios[0].Setup, Seed: 7, Dice: library.Seeded, Players: []string{"greedy", "random", "search"}}
	h := lib.Header(m)
	var lines []string
	for _, f := range h.Fields {
		lines = append(lines, f.Key+" "+f.Value)
	}
	wantText(t, strings.Join(lines, "\n"), `
game tourney
mods `+lib.ModList()+`
scenario joust
rider-red kay
rider-blue lancelot
rider-green kay
dice seeded seed=7
players greedy random search`)
	wantText(t, strings.Join(h.Seats, " "), "red blue green")
	again, err := lib.Match(h)
	if err != nil || fmt.Sprint(lib.Header(again)) != fmt.Sprint(h) {
		t.Errorf("got %+v, %v", again, err)
	}
	for key, row := range map[string]struct{ value, want string }{
		"players":    {"greedy random", "the journal names 2 players: must be 3"},
		"rider-blue": {"gawain", `the journal's rider-blue: unknown knight "gawain" (known: lancelot, kay)`},
		"game":       {"chess", `the journal is of the game "chess": this program plays tourney`},
	} {
		h := lib.Header(m)
		for i := range h.Fields {
			if h.Fields[i].Key == key {
				h.Fields[i].Value = row.value
			}
		}
		_, err := lib.Match(h)
		wantText(t, fmt.Sprint(err), row.want)
	}
}

func TestProblemsOfAnySystem(t *testing.T) {
	for _, row := range []struct{ name, files, enabled, want string }{
		{"keys", `
-- mods/a/a.toml --
[knight.gawain]
name = "Gawain"
lanse = 3
horses = ["grey"]
[creature.orc]
[scenario.s]
name = "S"
[[scenario.s.side]]
knight = "kai"
[rules]
pases = 4
[rule.T2]
title = "T"
text = "T"
switches = ["pass"]
`, "a", `
mods/a/a.toml:3:1: unknown key "lanse" in knight "gawain": did you mean "lance"?
mods/a/a.toml:4:11: unknown horse "grey" (known: gray): did you mean "gray"?
mods/a/a.toml:5:2: unknown section "creature": known sections are knight, horse, scenario, rule, rules, patch
mods/a/a.toml:9:1: unknown knight "kai" (known: lancelot, kay, gawain): did you mean "kay"?
mods/a/a.toml:11:1: unknown key "pases" in [rules]: did you mean "passes"?
mods/a/a.toml:15:13: unknown key "pass" in [rules] (known: passes)
`},
		{"tables in the wrong file", `
-- mods/a/mod.toml --
id = "a"
version = "1.0.0"
title = "A"
game = "tourney"
[rules]
passes = 1
[patch.knight.kay.set]
lance = 2
[seting.depth]
-- mods/a/a.toml --
text = "A mod."
[setting.depth]
type = "whole"
default = 1
[field.wet]
on = ["knight"]
`, "a", `
mods/a/a.toml:1:1: "text" is part of mod.toml: write it there
mods/a/a.toml:2:2: "setting" is part of mod.toml: write it there
mods/a/a.toml:5:2: "field" is part of mod.toml: write it there
mods/a/mod.toml:5:2: mod.toml has no section "rules": write data in another TOML file of the mod, as in data.toml
mods/a/mod.toml:7:2: mod.toml has no section "patch": write data in another TOML file of the mod, as in data.toml
mods/a/mod.toml:9:2: unknown key "seting" in the file: did you mean "setting"?
`},
		{"rules", `
-- mods/a/a.toml --
[rules]
passes = 1
`, "a", `
mods/tourney/all.toml:7:9: 2 knights: there are 1 passes (mods/a/a.toml:2)
`},
		{"another game", "", "chess", `
mods/chess/mod.toml:4:1: game is "chess": the mod is for that game, and this is tourney
`},
		{"a mod of another game", `
-- mods/b/mod.toml --
id = "b"
version = "1.0.0"
title = "B"
game = "chess"
`, "b", `
mods/b/mod.toml:4:1: game is "chess": the mod is for that game, and this is tourney
`},
		{"a game that is not", `
-- mods/b/mod.toml --
id = "b"
version = "1.0.0"
title = "B"
game = "tourny"
`, "b", `
mods/b/mod.toml:4:1: game is "tourny": must be chess or tourney: did you mean "tourney"?
`},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, err := held(row.files, row.enabled)
			wantText(t, fmt.Sprint(err), row.want)
		})
	}
}

// A bare system has neither sections nor rules, but for free tables.
type bare struct{ tourney }

func (bare) Sections() []library.Section { return nil }
func (bare) Rules() any                  { return new(struct{}) }
func (bare) Build(b *library.Build) engine.Game {
	for _, e := range library.Entries[tourneyKeys](b, library.ScenarioSection) {
		e.Set(&library.Scenario{ID: e.ID, Setup: list{}})
	}
	return tourneyGame{}
}

func TestBareSystem(t *testing.T) {
	load := func(text string) error {
		_, err := library.Load(bare{}, fstest.MapFS{"a.toml": {Data: []byte(text)}}, "a.toml")
		return err
	}
	if err := load("[scenario.s]\nname = \"S\"\n[[scenario.s.side]]\nmen = 3\n"); err != nil {
		t.Error(err)
	}
	wantText(t, fmt.Sprint(load("[rules]\npasses = 1\n")), `a.toml:1:2: unknown section "rules": did you mean "rule"?`)
	wantText(t, fmt.Sprint(load("[rule.T1]\ntitle = \"T\"\ntext = \"T\"\nswitches = [\"passes\"]\n")), `a.toml:4:13: unknown key "passes" in [rules]`)

	text := library.Reference(bare{})
	for _, line := range []string{"| `game` | string | required; `tourney` | the rule system that it is for |", "| `side` | list of free tables |  | color and knight of each side |"} {
		if !strings.Contains(text, "\n"+line+"\n") {
			t.Errorf("%s is missing", line)
		}
	}
	if strings.Contains(text, "### rules") {
		t.Error("the reference has rules")
	}
	_, err := library.Schema(bare{}, "rules")
	wantText(t, library.Explain(err), `unknown schema "rules" (known: data, mod, patch, rule, scenario, setting): did you mean "rule"?`)
	schema, err := library.Schema(bare{}, "scenario")
	if err != nil || !strings.Contains(string(schema), `"items": {
        "additionalProperties": {
          "type": [
            "string",
            "number",
            "boolean"
          ]
        },
        "type": "object"
      },`) {
		t.Errorf("got %s, %v", schema, err)
	}
}
