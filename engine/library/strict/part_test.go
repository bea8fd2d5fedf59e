package strict

import (
	"fmt"
	"reflect"
	"testing"
)

// What a table does not name stays as it is; elements of lists are whole.
func TestDecodeOnto(t *testing.T) {
	d := mustParse(t, `
[patch.creature.orc.set]
level = 3
facts = ["level"]
[patch.ability.frenzy.set]
self.weight = 2
bonus = [{ add = 1 }]
self.amry = "x"
[patch.ability.frenzy.sets]
`)
	orc := creature{Name: "Orc", Defense: 4, Facts: []string{"defense", "level"}}
	d.DecodePart(Path{"patch", "creature", "orc", "set"}, &orc)
	if want := (creature{Name: "Orc", Level: 3, Defense: 4, Facts: []string{"level"}}); !reflect.DeepEqual(orc, want) {
		t.Errorf("got %+v, want %+v", orc, want)
	}
	frenzy := ability{Text: "T", Self: side{Army: "a"}}
	patch := Path{"patch", "ability", "frenzy"}
	var whole struct {
		Set ability `toml:"set"`
	}
	whole.Set = frenzy
	d.DecodePart(patch, &whole)
	if got, want := whole.Set.Self, (side{Army: "a", Weight: 2}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	d.DecodePart(Path{"patch", "nothing"}, &whole)
	wantLines(t, d.Problems().Error(), `
x.toml:7:10: set.bonus 1 of patch.ability "frenzy" has no score
x.toml:8:6: unknown key "amry" in set.self of patch.ability "frenzy": did you mean "army"?
x.toml:9:23: unknown key "sets" in patch.ability "frenzy": did you mean "set"?`)
	for key, want := range map[string]bool{"self": true, "bonus": true, "text": true} {
		path := patch.With("set", key)
		if key == "text" { // which is not there: the nearest is the set
			path = Path{"patch", "creature", "orc", "set", "level"}
			want = false
		}
		if got := d.IsFaulty(path); got != want {
			t.Errorf("%v is faulty: %t", path, got)
		}
	}
	if got, want := fmt.Sprint(d.Keys(patch.With("set")), d.Keys(patch.With("set", "bonus")), d.Keys(Path{"gone"})), "[self bonus] [] []"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := d.Problem(patch.With("set", "bonus"), "%d ä", 1).Error(), "x.toml:7:1: 1 ä"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestEntriesAt(t *testing.T) {
	d := mustParse(t, "[patch.creature.orc]\n[patch.creature.elf]\n[patch.spels.x]\n[patch]\nspell = 1\n")
	var ids []string
	for _, e := range append(d.EntriesAt(Path{"patch", "creature"}), d.EntriesAt(Path{"patch", "spell"})...) {
		ids = append(ids, e.ID+" "+e.Path.words(3))
	}
	if got, want := fmt.Sprint(ids), `[orc patch.creature "orc" elf patch.creature "elf"]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	d.ReportUnknownKeys(Path{"patch"}, "creature", "spell")
	wantLines(t, d.Problems().Error(), `
x.toml:3:8: unknown section "patch.spels": did you mean "spell"?
x.toml:5:1: patch.spell must be tables [patch.spell.ID], not the number 1`)
}

// Tables of tables, and values of any plain type.
func TestDecodeMaps(t *testing.T) {
	type settings struct {
		Of map[string]struct {
			Default any   `toml:"default" required:"true" doc:"d"`
			Range   []int `toml:"range" range:"1..9"`
		} `toml:"of"`
	}
	d := mustParse(t, "[of.a]\ndefault = 1\nrange = [0]\n[of.b]\ndefault = [1]\n[of.c]\ndefault = 'x'\n[of.d]\n[of]\ne = 1\n")
	var s settings
	d.Decode(Path{}, &s)
	if s.Of["a"].Default != int64(1) || s.Of["c"].Default != "x" || len(s.Of) != 5 {
		t.Errorf("got %+v", s)
	}
	wantLines(t, d.Problems().Error(), `
x.toml:3:10: item 1 of of.a.range is 0: must be from 1 to 9
x.toml:5:1: of.b.default must be a string, a number, true or false, not a list
x.toml:8:5: of.d has no default
x.toml:10:1: of.e must be a table, not the number 1`)
	f := Fields(s)
	if f[0].Type != "table of tables" || f[0].Fields[0].Type != "string, a number, true or false" {
		t.Errorf("got %+v", f)
	}
}

// A free table takes any key, and plain values.
func TestFreeTables(t *testing.T) {
	d := mustParse(t, `
[s.x]
of = { n = 3, on = true, half = 0.5, word = "w" }
[[s.x.side]]
men = 3
[[s.x.side]]
men = [1]
[s.x.by.red]
men = 4
[s.y]
of = 3
side = [1]
by = { red = 1 }
`)
	type scene struct {
		Of   map[string]any            `toml:"of"`
		Side []map[string]any          `toml:"side"`
		By   map[string]map[string]any `toml:"by"`
	}
	var x, y scene
	d.Decode(Path{"s", "x"}, &x)
	d.Decode(Path{"s", "y"}, &y)
	want := scene{
		Of:   map[string]any{"n": int64(3), "on": true, "half": 0.5, "word": "w"},
		Side: []map[string]any{{"men": int64(3)}, {"men": nil}},
		By:   map[string]map[string]any{"red": {"men": int64(4)}},
	}
	if !reflect.DeepEqual(x, want) {
		t.Errorf("got %+v, want %+v", x, want)
	}
	wantLines(t, d.Problems().Error(), `
x.toml:7:1: men of side 2 of s "x" must be a string, a number, true or false, not a list
x.toml:11:1: of of s "y" must be a free table, not the number 3
x.toml:12:9: item 1 of side of s "y" must be a free table, not the number 1
x.toml:13:8: by.red of s "y" must be a free table, not the number 1`)
	for i, want := range []string{"free table", "list of free tables", "table of free tables"} {
		if got := Fields(scene{})[i].Type; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
