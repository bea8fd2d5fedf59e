package sorcerydata_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
)

const (
	race    = "[race.elves]\nname = \"Elves\"\nmorale = 4\n"
	blades  = race + "[unit.blades]\nname = \"Blades\"\nrace = \"elves\"\n"
	terrain = "[terrain.moor]\nname = \"Moor\"\nletter = \"m\"\n"
	feature = "[feature.town]\nname = \"Town\"\nmark = \"t\"\n"
	hexside = "[hexside.wall]\nname = \"Wall\"\nmark = \"#\"\n"
)

// scenario is one that is sound but for what more says.
func scenario(more string) string {
	return blades + "strength = 4\n[scenario.s]\nname = \"S\"\ntext = \"T\"\nattacker = { army = \"blades\" }\ndefender = { army = \"blades\" }\n" + more
}

// war is a campaign that is sound but for what more says.
func war(more string) string {
	return blades + "strength = 4\n" + terrain + "limit = 8\n" + feature + "site = true\n" + hexside + `[scenario.w]
name = "W"
text = "T"
[scenario.w.campaign]
sides = ["north", "south"]
turns = 3
map = """
m m m
m m m
"""
` + more + `[[scenario.w.campaign.stack]]
side = "north"
hex = "0101"
army = "blades"
[[scenario.w.campaign.stack]]
side = "south"
hex = "0302"
army = "blades"
`
}

// What war says is sound.
func TestWar(t *testing.T) {
	if _, err := library.Load(sorcerydata.Format(), fstest.MapFS{"a.toml": {Data: []byte(war(""))}}, "a.toml"); err != nil {
		t.Error(err)
	}
}

// What is wrong is said at once: file, line, column, and the nearest word.
func TestProblems(t *testing.T) {
	for _, row := range []struct {
		name, file string
		want       []string
	}{
		{"race", blades + "strength = 4\n[patch.unit.blades]\nset = { race = \"elvse\" }\n", []string{
			`a.toml:9:9: race: unknown race "elvse" (known: elves): did you mean "elves"?`,
		}},
		{"no race", "[unit.blades]\nname = \"Blades\"\nstrength = 1\n", []string{
			`a.toml:1:7: unit "blades" has no race`,
		}},
		{"words", blades + "strength = 4\nrole = \"charakter\"\nclasses = [\"archers\"]\n", []string{
			`a.toml:8:1: role of unit "blades" is "charakter": must be one of unit, character, monster: did you mean "character"?`,
			`a.toml:9:12: item 1 of classes of unit "blades" is "archers": must be one of cavalry, archer, flyer, swamp, conjured, summoned, either: did you mean "archer"?`,
		}},
		{"keys of a role that is unknown", blades + "role = \"monstr\"\nendurance = 9\nfighting = 9\nunnerves = true\nleadership = 2\n", []string{
			`a.toml:7:1: role of unit "blades" is "monstr": must be one of unit, character, monster: did you mean "monster"?`,
		}},
		{"no strength", blades, []string{
			`a.toml:4:7: unit "blades" has no strength`,
		}},
		{"no strength of any size", blades + "strength = 0\n", []string{
			`a.toml:7:1: strength of unit "blades" is 0: must be from 1 to 1000`,
		}},
		{"no endurance", blades + "role = \"monster\"\n", []string{
			`a.toml:4:7: monster "blades" has no endurance`,
		}},
		{"keys of another role", blades + "strength = 4\nleadership = 1\nfighting = 9\nendurance = 9\nunnerves = true\n", []string{
			`a.toml:8:1: leadership is for characters: "blades" is a unit`,
			`a.toml:9:1: fighting is for characters and monsters: "blades" is a unit`,
			`a.toml:10:1: endurance is for characters and monsters: "blades" is a unit`,
			`a.toml:11:1: unnerves is for monsters: "blades" is a unit`,
		}},
		{"keys of units", blades + "role = \"monster\"\nstrength = 4\nattack = 4\ndefense = 4\ndemoralized = 4\nfactors = {}\nendurance = 9\nleadership = 2\n", []string{
			`a.toml:8:1: strength is for units of an army: "blades" is a monster`,
			`a.toml:9:1: attack is for units of an army: "blades" is a monster`,
			`a.toml:10:1: defense is for units of an army: "blades" is a monster`,
			`a.toml:11:1: demoralized is for units of an army: "blades" is a monster`,
			`a.toml:12:1: factors is for units of an army: "blades" is a monster`,
			`a.toml:14:1: leadership is for characters: "blades" is a monster`,
		}},
		{"factors", terrain + blades + "strength = 4\nfactors = { moor = 0, mor = 2 }\n", []string{
			`a.toml:11:13: factors.moor of unit "blades" is 0: must be from 1 to 100`,
			`a.toml:11:23: factors: unknown terrain "mor" (known: moor): did you mean "moor"?`,
		}},
		{"costs", race + terrain + "costs = { elvs = 2 }\n", []string{
			`a.toml:7:11: costs: unknown race "elvs" (known: elves): did you mean "elves"?`,
		}},
		{"letters", terrain + strings.Replace(terrain, "moor", "mire", 1) + strings.Replace(strings.Replace(terrain, "moor", "meadow", 1), "m\"", "mead\"", 1), []string{
			`a.toml:6:1: letter "m" of "mire" begins as that of terrain "moor": maps could not tell them apart`,
			`a.toml:9:1: letter "mead" of "meadow" has 4 characters: 2 at most`,
		}},
		{"blank letters", strings.Replace(terrain, `"m"`, `" m"`, 1) + strings.Replace(strings.Replace(terrain, "moor", "mire", 1), `"m"`, `""`, 1), []string{
			`a.toml:3:1: letter " m" of "moor" has a blank in it: maps have blanks between hexes`,
			`a.toml:6:1: letter of terrain "mire" is "": must not be empty`,
		}},
		{"no marks", "[terrain.x]\nname = \"X\"\n[hexside.y]\nname = \"Y\"\n", []string{
			`a.toml:1:10: terrain "x" has no letter`,
			`a.toml:3:10: hexside "y" has no mark`,
		}},
		{"marks", feature + strings.Replace(feature, "town", "tower", 1) + hexside + strings.Replace(hexside, ".wall", ".moat", 1), []string{
			`a.toml:6:1: mark "t" of "tower" begins as that of feature "town": maps could not tell them apart`,
			`a.toml:12:1: mark "#" of "moat" begins as that of hexside "wall": maps could not tell them apart`,
		}},
		{"one mark of two kinds", terrain + strings.Replace(feature, `"t"`, `"mt"`, 1) + strings.Replace(hexside, `"#"`, `"m"`, 1), []string{
			`a.toml:6:1: mark "mt" of "town" begins as that of terrain "moor": maps could not tell them apart`,
			`a.toml:9:1: mark "m" of "wall" begins as that of terrain "moor": maps could not tell them apart`,
		}},
		{"marks with a meaning of their own", strings.Replace(terrain, `"m"`, `"M"`, 1) + strings.Replace(feature, `"t"`, `"t2"`, 1) + strings.Replace(hexside, `"#"`, `">"`, 1), []string{
			`a.toml:3:1: letter "M" of "moor" has a capital letter, which on maps stands for a side: take a small one`,
			`a.toml:6:1: mark "t2" of "town" has a digit, which on maps counts units: take a letter`,
			`a.toml:9:1: mark ">" of "wall" has one of the characters ? * ! > & / \ _, which mean something else on maps: take a letter`,
		}},
		{"terrain inside", terrain + feature + "terrain = \"moor\"\n" + strings.Replace(strings.Replace(feature, "town", "cave", 1), `"t"`, `"c"`, 1) + "apart = true\nterrain = \"mor\"\n", []string{
			`a.toml:7:1: terrain is for a feature that is apart: "town" is of its hex's terrain`,
			`a.toml:12:1: terrain: unknown terrain "mor" (known: moor): did you mean "moor"?`,
		}},
		{"gate", hexside + "gate = true\n", []string{
			`a.toml:4:1: hexside "wall" has a gate and is no wall: give it wall = true`,
		}},
		{"abilities", blades + "strength = 4\nabilities = [\"shine\"]\n[ability.shrine]\nname = \"A\"\ntext = \"T\"\n", []string{
			`a.toml:8:14: unknown ability "shine" (known: shrine): did you mean "shrine"?`,
		}},
		{"armies", strings.Replace(scenario(""), "\"blades\" }\n", "\"blads\" }\n", 1) + "[[scenario.s.neighbor]]\nname = \"north\"\nowner = \"attacker\"\narmy = \"0 blades\"\n", []string{
			`a.toml:11:14: army: column 1: unknown unit "blads" (known: blades): did you mean "blades"?`,
			`a.toml:16:1: army: column 1: "0" is no number from 1 to 1000: write what stands there, as in "4 UNIT, UNIT, 2 UNIT*"`,
		}},
		{"hexes", terrain + scenario("hex = { terrain = \"mor\" }\nneighbor = [{ name = \"north\", terrain = \"mire\" }]\n"), []string{
			`a.toml:16:9: terrain: unknown terrain "mor" (known: moor): did you mean "moor"?`,
			`a.toml:17:31: terrain: unknown terrain "mire" (known: moor)`,
		}},
		{"no battle", scenario("neighbor = [{ name = \"the north\" }]\n"), []string{
			`a.toml:8:11: scenario "s": a neighboring hex is called "the north": its name must be a word, as in leave north`,
		}},
		{"neither battle nor campaign", blades + "[scenario.s]\nname = \"S\"\ntext = \"T\"\n", []string{
			`a.toml:4:7: unit "blades" has no strength`,
			`a.toml:7:11: scenario "s" has no attacker: give it both sides of a battle, or a campaign`,
			`a.toml:7:11: scenario "s" has no defender: give it both sides of a battle, or a campaign`,
		}},
		{"battle and campaign", strings.Replace(war(""), "text = \"T\"\n[scen", "text = \"T\"\nhex = { terrain = \"moor\" }\nround_limit = 3\nattacker = { army = \"blades\" }\n[scen", 1), []string{
			`a.toml:22:1: hex is for a battle: scenario "w" is a campaign`,
			`a.toml:23:1: round_limit is for a battle: scenario "w" is a campaign`,
			`a.toml:24:1: attacker is for a battle: scenario "w" is a campaign`,
		}},
		{"sides", strings.Replace(war("favors = \"west\"\n"), `, "south"]`, `]`, 1), []string{
			`a.toml:23:1: sides names 1: a campaign has 2 sides, the first of which moves first`,
		}},
		{"no turns", strings.Replace(war(""), "turns = 3", "turns = 0", 1), []string{
			`a.toml:24:1: campaign.turns of scenario "w" is 0: must be from 1 to 1000`,
		}},
		{"words for sides", strings.Replace(war("favors = \"nort\"\n"), `hex = "0302"`, `hex = "0301"`, 1) + "[[scenario.w.campaign.goal]]\nside = \"sout\"\nhold = \"0101\"\n", []string{
			`a.toml:29:1: favors: unknown side "nort" (known: north, south): did you mean "north"?`,
			`a.toml:39:1: side: unknown side "sout" (known: north, south): did you mean "south"?`,
		}},
		{"capitals on a map", strings.Replace(war(""), "m m m\nm m m", "m m m\nm M m", 1), []string{
			`a.toml:25:1: map: row 2, column 2 of the map: unknown terrain "M" (known: m): did you mean "m"?`,
		}},
		{"map", strings.Replace(war(""), "m m m\nm m m", "m m m\nm x m", 1), []string{
			`a.toml:25:1: map: row 2, column 2 of the map: unknown terrain "x" (known: m)`,
		}},
		{"rows", strings.Replace(war(""), "m m m\nm m m", "m m m\nm m", 1), []string{
			`a.toml:25:1: map: row 2 of the map has 2 hexes, the first has 3`,
		}},
		{"the rest of a campaign whose map is faulty", strings.Replace(war("[[scenario.w.campaign.place]]\nhex = \"0104\"\nfeature = \"tow\"\nmilitia = \"blads\"\n"), "m m m\nm m m", "m m m\nm x m", 1), []string{
			`a.toml:25:1: map: row 2, column 2 of the map: unknown terrain "x" (known: m)`,
			`a.toml:31:1: feature: unknown feature "tow" (known: town): did you mean "town"?`,
			`a.toml:32:1: militia: column 1: unknown unit "blads" (known: blades): did you mean "blades"?`,
		}},
		{"hexes of a map", war("[[scenario.w.campaign.place]]\nhex = \"0104\"\nfeature = \"tow\"\nmilitia = \"blads\"\n[[scenario.w.campaign.goal]]\nside = \"north\"\nhold = \"99\"\n"), []string{
			`a.toml:30:1: hex "0104": there is no row 04, the last one is 02`,
			`a.toml:31:1: feature: unknown feature "tow" (known: town): did you mean "town"?`,
			`a.toml:32:1: militia: column 1: unknown unit "blads" (known: blades): did you mean "blades"?`,
			`a.toml:35:1: hex "99": want 4 digits, from 0101 to 0302`,
		}},
		{"keys of a place", war("[[scenario.w.campaign.place]]\nname = \"X\"\n"), []string{
			`a.toml:29:23: campaign.place 1 of scenario "w" has no hex`,
			`a.toml:29:23: campaign.place 1 of scenario "w" has no feature`,
		}},
		{"hexsides", war("hexsides = { wall = \"0101-0102 0102-0101 0101-0301\", wal = \"0201-0202\" }\n"), []string{
			`a.toml:29:14: hexside 0102-0101 stands twice: there is one thing at most between two hexes`,
			`a.toml:29:14: hexside "0101-0301": the two hexes do not lie side by side`,
			`a.toml:29:54: hexsides: unknown hexside "wal" (known: wall): did you mean "wall"?`,
		}},
		{"goals", war("[[scenario.w.campaign.goal]]\nside = \"north\"\npoints = 3\n[[scenario.w.campaign.goal]]\nside = \"north\"\nhold = \"0101\"\nper = 3\n"), []string{
			`a.toml:29:23: a goal needs hold or per: a hex to hold, or strength to eliminate`,
			`a.toml:35:1: a goal has hold or per, not both: make two goals of it`,
		}},
		{"water before it begins", strings.Replace(war("[[scenario.w.campaign.place]]\nhex = \"0101\"\nfeature = \"town\"\nowner = \"north\"\nmilitia = \"blades~\"\n"), "0302\"\narmy = \"blades\"", "0302\"\narmy = \"blades, 2 blades~\"", 1), []string{
			`a.toml:33:1: militia: nobody has come over water before a campaign begins: leave out the ~`,
			`a.toml:41:1: army: nobody has come over water before a campaign begins: leave out the ~`,
		}},
		{"no campaign", strings.Replace(war(""), "0302", "0101", 1), []string{
			`a.toml:19:11: scenario "w": both sides stand in 0101: a campaign begins with armies apart`,
		}},
		{"wounds", strings.Replace(scenario(""), "\"blades\" }\n", "\"blades(2)\" }\n", 1), []string{
			`a.toml:8:11: scenario "s": attacker: blades is a unit of an army: it takes no wounds (S7)`,
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, err := library.Load(sorcerydata.Format(), fstest.MapFS{"a.toml": {Data: []byte(row.file)}}, "a.toml")
			if err == nil {
				t.Fatal("loaded")
			}
			if got := strings.Split(err.Error(), "\n"); !slices.Equal(got, row.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(row.want, "\n"))
			}
		})
	}
}

// A mod whose sign is that of the game itself is at fault, whichever kind of thing is read
// first.
func TestSignsOfMods(t *testing.T) {
	files := fstest.MapFS{
		"fen/mod.toml":  {Data: []byte("id = \"fen\"\nversion = \"1.0.0\"\ntitle = \"Fen\"\ngame = \"sorcery\"\n")},
		"fen/land.toml": {Data: []byte("[terrain.heath]\nname = \"Heath\"\nletter = \"h\"\n[hexside.ditch]\nname = \"Ditch\"\nmark = \"h\"\n")},
	}
	found := []library.Found{library.At(library.Folder{FS: files, Dir: "fen", Where: "fen"})}
	_, err := library.LoadMods(sorcerydata.Format(), library.Base(sorcerydata.Format(), os.DirFS("../../..")), found, []string{"fen"}, nil)
	want := "fen/land.toml:3:1: letter \"h\" of \"heath\" begins as that of feature \"castle\": maps could not tell them apart\n" +
		"fen/land.toml:6:1: mark \"h\" of \"ditch\" begins as that of feature \"castle\": maps could not tell them apart"
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}
