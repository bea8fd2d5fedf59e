package sorcerymods_test

import (
	"fmt"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/sorcery/fight"
	"houserule/scripting/modhost"
	"houserule/scripting/sorcerymods"
)

// sights is a script that tells of all units which it can find, wherever it
// looks for them.
const sights = `
local function names(units)
	local out = ""
	for _, unit in ipairs(units) do out = out .. " " .. unit.name end
	return out
end
local function seen()
	local text = "hex:" .. names(battle.units)
	for _, side in ipairs(battle.sides) do
		text = text .. "; " .. side.name .. ":" .. names(side.line) .. " +" .. names(side.heads) .. (side.leader and " under " .. side.leader.name or "")
	end
	for _, hex in ipairs(battle.hexes) do
		text = text .. "; " .. hex.name
		for _, side in ipairs(hex.sides) do text = text .. " of " .. side.name end
		text = text .. ":" .. names(hex.units)
	end
	return text
end
`

// S6: without a map there is nothing to hide: what stands beside the hex is
// told with the battle, to all.
func TestWhatScriptsSee(t *testing.T) {
	const open = "hex: a1 a2 d1 d2; attacker: a1 + a2 under a2; defender: d1 + d2 under d2; "
	lib, _ := kit.Modded(t, map[string]string{
		"units.toml": "[unit.scouts]\nname = \"Scouts\"\nrace = \"men\"\nstrength = 3\nabilities = [\"keen\"]\n[ability.keen]\nname = \"Keen\"\ntext = \"It looks around.\"\nscript = \"keen.lua\"\n",
		"keen.lua":   sights + "function onRoundEnd() log(self.name .. \" sees \" .. seen()) end\n",
		"main.lua": sights + `
function onRoundEnd() log("the house sees " .. seen()) end
player{ name = "tells", answer = function(side) error(side.name .. " sees " .. seen()) end }
`,
	}, modhost.Stop)
	setup := field(t, lib, "scouts, sir-oswin", "scouts, captain-hob", "forest", "north of attacker: pikemen, father-corflu", "south of defender: 2 levies, the-hedge-wizard", "west")
	setup.RoundLimit = 1
	first := engine.OracleFunc(func(q engine.Question) (int, error) { return q.First(), nil })
	var lines []string
	b := battleOf(t, lib, setup)
	table := engine.NewTable(&engine.Script{Dice: []int{3, 3, 1, 1, 1, 1}}, first, first)
	table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
		if e.What == fight.Said {
			lines = append(lines, b.Reading().Words())
		}
	}))
	b.Play(table)
	if err := table.Err(); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"the house sees " + open + "north of attacker: a3 a4; south of defender: d3 d4 d5; west:",
		"a1 sees " + open + "north of attacker: a3 a4; south of defender: d3 d4 d5; west:",
		"d1 sees " + open + "north of attacker: a3 a4; south of defender: d3 d4 d5; west:",
	}
	if got := strings.Join(lines, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	tells := lib.Players[len(lib.Players)-1]
	for side, want := range []string{
		"attacker sees " + open + "north of attacker: a3 a4; south of defender: d3 d4 d5; west:",
		"defender sees " + open + "north of attacker: a3 a4; south of defender: d3 d4 d5; west:",
	} {
		seats := []engine.Oracle{first, first}
		seats[side] = tells.New(engine.Side(side), 1)
		table := engine.NewTable(&engine.Script{Dice: []int{3, 3, 1, 1, 1, 1}}, seats...)
		b.Play(table)
		if err := table.Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
}

// everythingOf is Lua that writes all that objects tell, of those that can be
// reached from the battle.
func everythingOf() string {
	var out strings.Builder
	for _, k := range sorcerymods.API.Binding().Kinds {
		fmt.Fprintf(&out, "local function %s_(x)\n\tlocal text = \"\"\n", k.Name)
		for _, f := range k.Fields {
			if strings.HasSuffix(string(f.Type), "[]") {
				fmt.Fprintf(&out, "\tfor _, y in ipairs(x.%s) do text = text .. \" %s \" .. tostring(y) end\n", f.Name, f.Name)
			} else {
				fmt.Fprintf(&out, "\ttext = text .. \" %s \" .. tostring(x.%s)\n", f.Name, f.Name)
			}
		}
		out.WriteString("\treturn text .. \"\\n\"\nend\n")
	}
	out.WriteString(`
local function everything()
	local text = battle_(battle)
	for _, side in ipairs(battle.sides) do text = text .. side_(side) end
	for _, unit in ipairs(battle.units) do text = text .. unit_(unit) end
	for _, hex in ipairs(battle.hexes) do text = text .. hex_(hex) end
	return text
end
`)
	return out.String()
}

// S3.2: charges are declared in secret. Whatever a script of the enemy's
// player reads, it is the same whether all of the attacker's charge or nobody.
// An error shows so much only of what was read: there is a player for each part.
func TestSecretCharges(t *testing.T) {
	const parts, length = 12, 400
	script := everythingOf()
	for i := range parts {
		script += fmt.Sprintf("player{ name = \"part%d\", answer = function() error(string.sub(everything(), %d, %d) .. \"|\") end }\n", i, i*length+1, (i+1)*length)
	}
	lib, _ := kit.Modded(t, map[string]string{"main.lua": script}, modhost.Stop)
	seen := func(answer int) (text string) {
		attacker := engine.OracleFunc(func(engine.Question) (int, error) { return answer, nil })
		for _, p := range lib.Players[len(lib.Players)-parts:] {
			b := battle(t, lib, "2 lancers, sir-oswin", "2 lancers")
			table := engine.NewTable(&engine.Script{}, attacker, p.New(fight.Defender, 1))
			b.Play(table)
			_, part, _ := strings.Cut(fmt.Sprint(table.Err()), "of mod try: ")
			part, _, whole := strings.Cut(part, "|")
			if !whole {
				t.Fatalf("%s: %v", p.Name, table.Err())
			}
			text += part
		}
		return text
	}
	none := seen(fight.Pass)
	if n := strings.Count(none, "charging false"); n != 5 || strings.Count(none, " name ") != 9 {
		t.Fatalf("%d units say whether they charge: %s", n, none)
	}
	if all := seen(fight.All); all != none {
		t.Errorf("when nobody charges it sees\n%s\nand when all do\n%s", none, all)
	}
}
