package strict_test

import (
	"fmt"

	"houserule/engine/library/strict"
)

type creature struct {
	Name      string   `toml:"name" required:"true" doc:"what people call it"`
	Alignment string   `toml:"alignment" required:"true" oneof:"life|order|death" doc:"its faction"`
	Defense   int      `toml:"defense" required:"true" range:"1..99" doc:"what a die must reach to kill it"`
	Abilities []string `toml:"abilities" doc:"ids of its abilities"`
}

const creatures = `
[creature.gold-golem]
name = "Gold Golem"
alignment = "lfie"
defence = 6

[creature.orc]
name = "Orc"
alignment = "death"
defense = 600
abilities = ["fury", "swim"]

[creatuer.elf]
`

func Example() {
	doc, err := strict.Parse("mods/heroes/creatures.toml", []byte(creatures))
	if err != nil {
		fmt.Println(err)
		return
	}
	abilities := []string{"flying", "swimming", "fury"}
	doc.ReportUnknownSections("creature")
	for _, entry := range doc.Entries("creature") {
		var c creature
		doc.Decode(entry.Path, &c)
		for i, id := range c.Abilities {
			if id != "fury" {
				doc.Reportf(entry.Path.With("abilities", i), "%s has no known ability %q: there are %q", entry.Path, id, abilities)
			}
		}
	}
	fmt.Println(doc.Problems())

	// Output:
	// mods/heroes/creatures.toml:2:11: creature "gold-golem" has no defense
	// mods/heroes/creatures.toml:4:1: alignment of creature "gold-golem" is "lfie": must be one of life, order, death: did you mean "life"?
	// mods/heroes/creatures.toml:5:1: unknown key "defence" in creature "gold-golem": did you mean "defense"?
	// mods/heroes/creatures.toml:10:1: defense of creature "orc" is 600: must be from 1 to 99
	// mods/heroes/creatures.toml:11:22: creature "orc" has no known ability "swim": there are ["flying" "swimming" "fury"]
	// mods/heroes/creatures.toml:13:2: unknown section "creatuer": did you mean "creature"?
}

func ExampleFields() {
	for _, f := range strict.Fields(creature{}) {
		fmt.Printf("%s (%s): %s\n", f.Key, f.Type, f.Doc)
	}
	// Output:
	// name (string): what people call it
	// alignment (string): its faction
	// defense (whole number): what a die must reach to kill it
	// abilities (list of strings): ids of its abilities
}

func ExampleSuggest() {
	fmt.Println(strict.Suggest("mele", []string{"melee", "ranged"}))
	// Output: melee
}
