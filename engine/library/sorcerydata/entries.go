package sorcerydata

// The structs of the TOML files of sorcery: see package strict for the tags.

// A raceEntry is [race.ID].
type raceEntry struct {
	Name   string `toml:"name" required:"true" doc:"what people call it"`
	Morale int    `toml:"morale" required:"true" range:"0..100" doc:"the greatest die with which its units pass a morale check (S5)"`
	Text   string `toml:"text" lines:"true" doc:"what it is like, in a sentence"`
}

// A terrainEntry is [terrain.ID].
type terrainEntry struct {
	Name   string         `toml:"name" required:"true" doc:"what people call it"`
	Text   string         `toml:"text" lines:"true" doc:"what it is like, in a sentence"`
	Letter *string        `toml:"letter" required:"true" doc:"one or two letters, by which maps write and show it"`
	Colour string         `toml:"colour" oneof:"red|green|yellow|blue|magenta|cyan|white|gray" doc:"what it is painted in on the screen; absent: as the rest"`
	Limit  int            `toml:"limit" range:"0..1000" doc:"the weight of a side's units that it feeds (S1)"`
	Cost   int            `toml:"cost" range:"0..100" doc:"movement points to enter it (S2); flying units pay 1"`
	Costs  map[string]int `toml:"costs" range:"0..100" doc:"what races pay that do not pay that, as in { elves = 2 }: the race's id, and points"`
	Dice   int            `toml:"dice" range:"0..10" doc:"that many dice are the cost, to enter it and to leave it, but for flying units and the races in costs (S2)"`
	Clear  bool           `toml:"clear" doc:"whether cavalry may charge there (S3.2)"`
	Narrow bool           `toml:"narrow" doc:"whether it is a bridge or a tunnel, where an army's unit against characters has its plain strength (S7)"`
	Water  bool           `toml:"water" doc:"whether only swamp creatures and flying units enter it (S1, S2)"`
	Shut   bool           `toml:"shut" doc:"whether no unit may end a turn there (S2)"`
	Bare   bool           `toml:"bare" doc:"whether no feature counts there (S1)"`
}

// A featureEntry is [feature.ID].
type featureEntry struct {
	Name     string  `toml:"name" required:"true" doc:"what people call it"`
	Text     string  `toml:"text" lines:"true" doc:"what it is like, in a sentence"`
	Mark     *string `toml:"mark" required:"true" doc:"one to three characters, by which maps show it"`
	Limit    int     `toml:"limit" range:"0..1000" doc:"what the limit of its hex is raised by (S1); of a place of its own: the limit inside"`
	Instead  bool    `toml:"instead" doc:"whether limit takes the place of the terrain's (S1)"`
	Besieged int     `toml:"besieged" range:"0..1000" doc:"what takes the place of limit for those who are besieged in it (S1)"`
	Site     bool    `toml:"site" doc:"whether its owner may decline battle in it, which makes a siege (S4)"`
	Apart    bool    `toml:"apart" doc:"whether it is a place of its own, beside the hex in which it lies (S2)"`
	Narrow   bool    `toml:"narrow" doc:"whether an army's unit has its plain strength against characters there; of a place of its own: inside (S7)"`
	Terrain  string  `toml:"terrain" doc:"of a place of its own: the id of the terrain inside"`
}

// A hexsideEntry is [hexside.ID].
type hexsideEntry struct {
	Name string  `toml:"name" required:"true" doc:"what people call it"`
	Text string  `toml:"text" lines:"true" doc:"what it is like, in a sentence"`
	Mark *string `toml:"mark" required:"true" doc:"one character, by which maps show it"`
	Cost int     `toml:"cost" range:"0..100" doc:"movement points to cross it, besides those of the hex (S2)"`
	Wet  bool    `toml:"wet" doc:"whether who comes over it into battle has half its strength in the first round (S3.2)"`
	Shut bool    `toml:"shut" doc:"whether only flying units cross it: an option for maps, for the published rules close no hexside but a wall with an enemy inside (S2)"`
	Wall bool    `toml:"wall" doc:"whether units cross it, with an enemy inside, only by assault or breach (S2)"`
	Gate bool    `toml:"gate" doc:"of a wall: whether the besieged sortie through it (S4)"`
}

// A unitEntry is [unit.ID].
type unitEntry struct {
	Name    string   `toml:"name" required:"true" doc:"what people call it"`
	Role    string   `toml:"role" oneof:"unit|character|monster" doc:"a unit of an army (the default), a character, who leads units and may fight with others of his kind, or a monster, which fights alone and to the death (S7)"`
	Race    string   `toml:"race" required:"true" doc:"the id of its race"`
	Classes []string `toml:"classes" oneof:"cavalry|archer|flyer|swamp|conjured|summoned|either" doc:"what it counts as (S3.2): cavalry, archer and flyer move the die, and cavalry charges; swamp creatures enter water; conjured units have a morale of their own (S5); either counts as archer or as flyer, not as both"`
	Move    int      `toml:"move" range:"0..100" doc:"its movement allowance (S2)"`
	Weight  *int     `toml:"weight" range:"0..1000" doc:"what it counts for stacking (S1); absent: 3 of cavalry, 1 of other units, and 0 of conjured and summoned units, characters and monsters"`

	Strength    *int           `toml:"strength" range:"1..1000" doc:"of a unit, which needs one: what it attacks and defends with (S3.2)"`
	Attack      int            `toml:"attack" range:"0..1000" doc:"of a unit: what it attacks with; absent: its strength"`
	Defense     int            `toml:"defense" range:"0..1000" doc:"of a unit: what it takes to lose it (S3.5); absent: its strength"`
	Demoralized int            `toml:"demoralized" range:"0..1000" doc:"of a unit: both of these while it is demoralised; absent: half of each, rounded up (S5)"`
	Factors     map[string]int `toml:"factors" range:"1..100" doc:"of a unit: what its defence is multiplied by in terrains (S3.5), as in { mountain = 4 }: the terrain's id, and the factor"`

	Leadership int  `toml:"leadership" range:"0..100" doc:"of a character: what it gives to die, strength and morale of those that it leads (S3.2, S5)"`
	Fighting   int  `toml:"fighting" range:"0..1000" doc:"of a character or monster: what it fights units of an army with (S7)"`
	Endurance  *int `toml:"endurance" range:"1..1000" doc:"of a character or monster, which needs one: the wounds that kill it (S7)"`
	Unnerves   bool `toml:"unnerves" doc:"of a monster: whether the unit that fights it is demoralised after the first round (S7)"`

	Counters  int      `toml:"counters" range:"1..1000" doc:"how many of it the game has; absent: 1"`
	Abilities []string `toml:"abilities" ids:"ability" doc:"ids of its abilities"`
	Text      string   `toml:"text" lines:"true" doc:"a line of flavour"`
}

// An abilityEntry is [ability.ID].
type abilityEntry struct {
	Name   string `toml:"name" required:"true" doc:"what people call it"`
	Text   string `toml:"text" lines:"true" required:"true" doc:"what it does, in a sentence"`
	Rule   string `toml:"rule" doc:"the paragraph it comes from"`
	Script string `toml:"script" doc:"a Lua file of the mod's folder, whose hooks are called for units that have the ability"`
}

// A scenarioEntry is [scenario.ID]: a battle, or a campaign.
type scenarioEntry struct {
	Name       string          `toml:"name" required:"true" doc:"its title"`
	Text       string          `toml:"text" lines:"true" required:"true" doc:"what it is about, in a sentence or two"`
	Hex        *hexEntry       `toml:"hex" doc:"of a battle: the hex that is fought for"`
	Attacker   *sideEntry      `toml:"attacker" doc:"of a battle, which needs one: the moving side (S0)"`
	Defender   *sideEntry      `toml:"defender" doc:"of a battle, which needs one: the side that was there before"`
	Neighbors  []neighborEntry `toml:"neighbor" doc:"of a battle: adjacent hexes, up to 6: where a side may withdraw to, and where reinforcements come from (S3.7)"`
	RoundLimit int             `toml:"round_limit" range:"1..1000000" doc:"of a battle: rounds after which it is broken off; absent: the rules' own"`
	Campaign   *campaignEntry  `toml:"campaign" doc:"a war on a map, in the place of a battle (S0)"`
	Seed       int             `toml:"seed" range:"1..1000000000" doc:"the seed at the prompt, for scenarios that teach; absent: any"`
	Lessons    []lessonEntry   `toml:"lesson" doc:"what it teaches at the prompt, one lesson a question, each once, in the order of the file"`
}

// A hexEntry is a scenario's hex.
type hexEntry struct {
	Terrain string `toml:"terrain" doc:"the id of its terrain; absent: one in which nothing is special"`
	Narrow  bool   `toml:"narrow" doc:"whether there is a bridge or a tunnel: an army's unit has its plain strength against characters (S7)"`
	Inside  bool   `toml:"inside" doc:"whether it is inside a besieged place: cavalry gives no modifier, and the defender cannot withdraw (S4)"`
}

// A sideEntry is one side of a battle.
type sideEntry struct {
	Army string `toml:"army" lines:"true" required:"true" doc:"what stands in the hex, as in \"4 heavy-axe, elf-lord(2), 2 bowmen*, riders~\": a comma between units, from left to right, a number before several of one; after it wounds in brackets, * for the demoralised, ~ for those that came over water"`
}

// A neighborEntry is one element of a scenario's neighbor.
type neighborEntry struct {
	Name    string `toml:"name" required:"true" doc:"a word, as in leave north"`
	Terrain string `toml:"terrain" doc:"the id of its terrain"`
	Owner   string `toml:"owner" oneof:"attacker|defender" doc:"the side whose army stands there; absent: none"`
	Army    string `toml:"army" lines:"true" doc:"what stands there, as in attacker and defender"`
	Water   bool   `toml:"water" doc:"whether a stream, ford or bridge lies between, so that who comes from there has half its strength at first (S3.2)"`
	Closed  bool   `toml:"closed" doc:"whether no unit may withdraw there (S2)"`
	Watched bool   `toml:"watched" doc:"whether an enemy could react into it, so that the demoralised may not enter (S5)"`
}

// A lessonEntry is a lesson of a tutorial.
type lessonEntry struct {
	On   string `toml:"on" required:"true" doc:"when: start, a word for what is asked, \"round 2\", end"`
	Text string `toml:"text" lines:"true" required:"true" doc:"what is said"`
}

// A campaignEntry is a scenario's campaign. Numbers name hexes: "0304" is in column 3 and
// row 4.
type campaignEntry struct {
	Sides    []string          `toml:"sides" required:"true" doc:"words for the two sides, as in [\"north\", \"south\"]; the first moves first"`
	Turns    int               `toml:"turns" required:"true" range:"1..1000" doc:"how long it lasts; then points decide (S0)"`
	Favors   string            `toml:"favors" doc:"the side that wins when the points are equal; absent: none"`
	Map      string            `toml:"map" lines:"true" required:"true" doc:"a line for each row, and in it the letters of the columns' terrains with blanks between them; columns with an even number lie half a hex lower"`
	Hexsides map[string]string `toml:"hexsides" lines:"true" doc:"what lies between hexes, as in { stream = \"0304-0305 0405-0406\" }: a hexside's id, and where it is"`
	Places   []placeEntry      `toml:"place" doc:"features in hexes, one a hex at most"`
	Stacks   []stackEntry      `toml:"stack" doc:"who stands where at the beginning"`
	Goals    []goalEntry       `toml:"goal" doc:"what gives points"`
}

// A placeEntry is one element of a campaign's place.
type placeEntry struct {
	Hex     string `toml:"hex" required:"true" doc:"its number"`
	Feature string `toml:"feature" required:"true" doc:"the id of what lies there"`
	Name    string `toml:"name" doc:"what it is called"`
	Owner   string `toml:"owner" doc:"the side that owns it at first; absent: none"`
	Militia string `toml:"militia" lines:"true" doc:"an army of its owner that only fights inside (S4)"`
}

// A stackEntry is one element of a campaign's stack.
type stackEntry struct {
	Side   string `toml:"side" required:"true" doc:"the side that owns it"`
	Hex    string `toml:"hex" required:"true" doc:"the number of its hex"`
	Inside bool   `toml:"inside" doc:"whether it is in the place apart that lies there (S2)"`
	Army   string `toml:"army" lines:"true" required:"true" doc:"its units, written as an army is"`
}

// A goalEntry is one element of a campaign's goal.
type goalEntry struct {
	Side   string `toml:"side" required:"true" doc:"who wins the points"`
	Points int    `toml:"points" range:"0..1000" doc:"how many"`
	Hold   string `toml:"hold" doc:"for holding the hex of this number at the end"`
	Per    int    `toml:"per" range:"1..1000" doc:"for each so much strength of the enemy's that is eliminated"`
	AtOnce bool   `toml:"at_once" doc:"whether who holds the hex at the end of its part of a turn has won"`
}
