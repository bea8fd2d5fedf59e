package sorcerydata

// The structs of the TOML files of sorcery: see package strict for the tags.

// A raceEntry is [race.ID].
type raceEntry struct {
	Name   string `toml:"name" required:"true" doc:"its name"`
	Morale int    `toml:"morale" required:"true" range:"0..100" doc:"the greatest roll with which its units pass a morale check (S5)"`
	Text   string `toml:"text" lines:"true" doc:"a description, in a sentence"`
}

// A terrainEntry is [terrain.ID].
type terrainEntry struct {
	Name   string         `toml:"name" required:"true" doc:"its name"`
	Text   string         `toml:"text" lines:"true" doc:"a description, in a sentence"`
	Letter *string        `toml:"letter" required:"true" doc:"one or two characters, its sign on maps: small letters are best, capitals and digits stand for stacks; the first character is of no other terrain, feature or hexside"`
	Color  string         `toml:"color" oneof:"red|green|yellow|blue|magenta|cyan|white|gray" doc:"its color on the screen; absent: none"`
	Limit  int            `toml:"limit" range:"0..1000" doc:"the weight of a side's units that it can feed (S1)"`
	Cost   int            `toml:"cost" range:"0..100" doc:"movement points to enter it (S2); flying units pay 1"`
	Costs  map[string]int `toml:"costs" range:"0..100" doc:"the costs for races that pay another cost, for example { elves = 2 }: the race's id, and movement points; for a terrain with dice also to leave it"`
	Dice   int            `toml:"dice" range:"0..10" doc:"number of dice that are the cost, to enter it and to leave it, except for flying units and the races in costs (S2)"`
	Clear  bool           `toml:"clear" doc:"whether cavalry may charge in it (S3.2)"`
	Narrow bool           `toml:"narrow" doc:"whether it is a bridge or a tunnel, in which the strength of an army's unit against characters is not multiplied (S7)"`
	Water  bool           `toml:"water" doc:"whether only swamp creatures and flying units enter it (S1, S2)"`
	Shut   bool           `toml:"shut" doc:"whether no unit may end a turn in it (S2)"`
	Bare   bool           `toml:"bare" doc:"whether features in it have no effect (S1)"`
}

// A featureEntry is [feature.ID].
type featureEntry struct {
	Name     string  `toml:"name" required:"true" doc:"its name"`
	Text     string  `toml:"text" lines:"true" doc:"a description, in a sentence"`
	Mark     *string `toml:"mark" required:"true" doc:"one to three characters, its sign on maps: no capitals and digits, which stand for stacks; the first character is of no other terrain, feature or hexside"`
	Limit    int     `toml:"limit" range:"0..1000" doc:"what it adds to the limit of its hex (S1); for a place of its own: the limit inside"`
	Instead  bool    `toml:"instead" doc:"whether limit replaces the terrain's (S1)"`
	Besieged int     `toml:"besieged" range:"0..1000" doc:"replaces limit for the besieged in it (S1)"`
	Site     bool    `toml:"site" doc:"whether its owner may decline battle in it, which begins a siege (S4)"`
	Apart    bool    `toml:"apart" doc:"whether it is a place of its own, apart from the hex around it (S2)"`
	Narrow   bool    `toml:"narrow" doc:"whether the strength of an army's unit against characters is not multiplied there; for a place of its own: inside (S7)"`
	Terrain  string  `toml:"terrain" doc:"of a place of its own: the id of the terrain inside"`
}

// A hexsideEntry is [hexside.ID].
type hexsideEntry struct {
	Name string  `toml:"name" required:"true" doc:"its name"`
	Text string  `toml:"text" lines:"true" doc:"a description, in a sentence"`
	Mark *string `toml:"mark" required:"true" doc:"one character, its sign on maps: no capital and no digit, which stand for stacks, and that of no terrain, feature or other hexside"`
	Cost int     `toml:"cost" range:"0..100" doc:"movement points to cross it, in addition to those of the hex (S2)"`
	Wet  bool    `toml:"wet" doc:"whether a unit that crosses it into battle has half its strength in the first round (S3.2)"`
	Shut bool    `toml:"shut" doc:"whether only flying units cross it: an option for maps, because the published rules close no hexside except a wall with an enemy inside (S2)"`
	Wall bool    `toml:"wall" doc:"whether units can cross it, with an enemy inside, only by assault or breach (S2)"`
	Gate bool    `toml:"gate" doc:"of a wall: whether the besieged can sortie through it (S4)"`
}

// A unitEntry is [unit.ID].
type unitEntry struct {
	Name    string   `toml:"name" required:"true" doc:"its name"`
	Role    string   `toml:"role" oneof:"unit|character|monster" doc:"a unit of an army (the default), a character, who leads units and may fight with others of his kind, or a monster, which fights alone and to the death (S7)"`
	Race    string   `toml:"race" required:"true" doc:"the id of its race"`
	Classes []string `toml:"classes" oneof:"cavalry|archer|flyer|swamp|conjured|summoned|either" doc:"its classes (S3.2): cavalry, archer and flyer give modifiers of the die, and cavalry charges; swamp creatures enter water; conjured units have a morale of their own (S5); either counts as archer or as flyer, not as both"`
	Move    int      `toml:"move" range:"0..100" doc:"its movement allowance (S2)"`
	Weight  *int     `toml:"weight" range:"0..1000" doc:"its weight for stacking (S1); absent: 3 for cavalry, 1 for other units, and 0 for conjured and summoned units, characters and monsters"`

	Strength    *int           `toml:"strength" range:"1..1000" doc:"of a unit, which must have it: its strength in attack and defense (S3.2)"`
	Attack      int            `toml:"attack" range:"0..1000" doc:"of a unit: its strength in attack; absent: strength"`
	Defense     int            `toml:"defense" range:"0..1000" doc:"of a unit: the loss that eliminates it (S3.5); absent: strength"`
	Demoralized int            `toml:"demoralized" range:"0..1000" doc:"of a unit: both of these while it is demoralized; absent: half of each, rounded up (S5)"`
	Factors     map[string]int `toml:"factors" range:"1..100" doc:"of a unit: factors of its defense in terrains (S3.5), for example { mountain = 4 }: the terrain's id, and the factor"`

	Leadership int  `toml:"leadership" range:"0..100" doc:"of a character: what it adds to the die, the strength and the morale of the units that it leads (S3.2, S5)"`
	Fighting   int  `toml:"fighting" range:"0..1000" doc:"of a character or monster: its strength against units of an army (S7)"`
	Endurance  *int `toml:"endurance" range:"1..1000" doc:"of a character or monster, which must have it: the number of wounds that kill it (S7)"`
	Unnerves   bool `toml:"unnerves" doc:"of a monster: whether the unit that fights it is demoralized after the first round (S7)"`

	Counters  int      `toml:"counters" range:"1..1000" doc:"number of its counters in the game; absent: 1"`
	Abilities []string `toml:"abilities" ids:"ability" doc:"the ids of its abilities"`
	Text      string   `toml:"text" lines:"true" doc:"a line of flavor text"`
}

// An abilityEntry is [ability.ID].
type abilityEntry struct {
	Name   string `toml:"name" required:"true" doc:"its name"`
	Text   string `toml:"text" lines:"true" required:"true" doc:"what it does, in a sentence"`
	Rule   string `toml:"rule" doc:"the paragraph of the rulebook"`
	Script string `toml:"script" doc:"a Lua file of the mod's folder, whose hooks are called for units that have the ability"`
}

// A scenarioEntry is [scenario.ID]: a battle, or a campaign.
type scenarioEntry struct {
	Name       string          `toml:"name" required:"true" doc:"its title"`
	Text       string          `toml:"text" lines:"true" required:"true" doc:"its subject, in a sentence or two"`
	Hex        *hexEntry       `toml:"hex" doc:"of a battle: its hex"`
	Attacker   *sideEntry      `toml:"attacker" doc:"of a battle, which must have it: the moving side (S0)"`
	Defender   *sideEntry      `toml:"defender" doc:"of a battle, which must have it: the side that was in the hex before"`
	Neighbors  []neighborEntry `toml:"neighbor" doc:"of a battle: up to 6 adjacent hexes, to which a side may withdraw, and from which reinforcements come (S3.7)"`
	RoundLimit int             `toml:"round_limit" range:"1..1000000" doc:"of a battle: rounds after which it is broken off; absent: the limit of the rules"`
	Campaign   *campaignEntry  `toml:"campaign" doc:"a war on a map, instead of a battle (S0)"`
	Seed       int             `toml:"seed" range:"1..1000000000" doc:"the seed if a person plays, for scenarios that teach; absent: a random one"`
	Lessons    []lessonEntry   `toml:"lesson" doc:"its lessons, at most one for each question, each once, in the order of the file"`
}

// A hexEntry is a scenario's hex.
type hexEntry struct {
	Terrain string `toml:"terrain" doc:"the id of its terrain; absent: a terrain without special rules"`
	Narrow  bool   `toml:"narrow" doc:"whether it is a bridge or a tunnel: the strength of an army's unit against characters is not multiplied (S7)"`
	Inside  bool   `toml:"inside" doc:"whether it is inside a besieged place: cavalry gives no modifier, and the defender cannot withdraw (S4)"`
}

// A sideEntry is one side of a battle.
type sideEntry struct {
	Army string `toml:"army" lines:"true" required:"true" doc:"its units in the hex, for example \"4 heavy-axe, elf-lord(2), 2 bowmen*, riders~\": a comma between units, from left to right, and a number before several of one kind; after the id wounds in brackets, * for demoralized units, ~ for units that came over water"`
}

// A neighborEntry is one element of a scenario's neighbor.
type neighborEntry struct {
	Name    string `toml:"name" required:"true" doc:"a word: north in the answer leave north"`
	Terrain string `toml:"terrain" doc:"the id of its terrain"`
	Owner   string `toml:"owner" oneof:"attacker|defender" doc:"the side of the army in it; absent: none"`
	Army    string `toml:"army" lines:"true" doc:"the units in it, in the form of attacker and defender"`
	Water   bool   `toml:"water" doc:"whether a stream, ford or bridge lies between, so that a unit that comes from it has half its strength in the first round (S3.2)"`
	Closed  bool   `toml:"closed" doc:"whether no unit may withdraw to it (S2)"`
	Watched bool   `toml:"watched" doc:"whether an enemy could react into it, so that demoralized units may not enter (S5)"`
}

// A lessonEntry is a lesson of a tutorial.
type lessonEntry struct {
	On   string `toml:"on" required:"true" doc:"when: start, the word of a question, \"round 2\", end"`
	Seat string `toml:"seat" doc:"the seat that it is for, for example \"attacker\"; absent: every seat"`
	Text string `toml:"text" lines:"true" required:"true" doc:"the text of the lesson; what a reader can do stands in braces, a command as in {undo} and an answer as in {answer: charge all}: the prompt shows how it is typed, the page a button"`
}

// A campaignEntry is a scenario's campaign. Numbers name hexes: "0304" is in column 3 and
// row 4.
type campaignEntry struct {
	Sides    []string          `toml:"sides" required:"true" doc:"words for the two sides, for example [\"north\", \"south\"]; the first moves first"`
	Turns    int               `toml:"turns" required:"true" range:"1..1000" doc:"number of turns, after which points decide (S0)"`
	Favors   string            `toml:"favors" doc:"the winner if the points are equal; absent: a draw"`
	Map      string            `toml:"map" lines:"true" required:"true" doc:"a line for each row, with the letters of the columns' terrains, separated by blanks; columns with an even number lie half a hex lower"`
	Hexsides map[string]string `toml:"hexsides" lines:"true" doc:"the hexsides between hexes, for example { stream = \"0304-0305 0405-0406\" }: a hexside's id, and its places"`
	Places   []placeEntry      `toml:"place" doc:"features in hexes, at most one in each"`
	Stacks   []stackEntry      `toml:"stack" doc:"the units at the beginning, with their places"`
	Goals    []goalEntry       `toml:"goal" doc:"the goals, which give points"`
}

// A placeEntry is one element of a campaign's place.
type placeEntry struct {
	Hex     string `toml:"hex" required:"true" doc:"its number"`
	Feature string `toml:"feature" required:"true" doc:"the id of the feature"`
	Name    string `toml:"name" doc:"its name"`
	Owner   string `toml:"owner" doc:"its owner at the beginning; absent: none"`
	Militia string `toml:"militia" lines:"true" doc:"an army of its owner that fights only inside (S4)"`
}

// A stackEntry is one element of a campaign's stack.
type stackEntry struct {
	Side   string `toml:"side" required:"true" doc:"the side that owns it"`
	Hex    string `toml:"hex" required:"true" doc:"the number of its hex"`
	Inside bool   `toml:"inside" doc:"whether it is in the place apart in that hex (S2)"`
	Army   string `toml:"army" lines:"true" required:"true" doc:"its units, in the form of an army"`
}

// A goalEntry is one element of a campaign's goal.
type goalEntry struct {
	Side   string `toml:"side" required:"true" doc:"the side that wins the points"`
	Points int    `toml:"points" range:"0..1000" doc:"number of points"`
	Hold   string `toml:"hold" doc:"points for holding the hex with this number at the end"`
	Per    int    `toml:"per" range:"1..1000" doc:"points for each time that this much of the enemy's strength is eliminated"`
	AtOnce bool   `toml:"at_once" doc:"whether a side that holds the hex at the end of its part of a turn wins at once"`
}
