package kingsdata

// The structs of the TOML files of kings: see package strict for the tags.

// A thingEntry is [thing.ID].
type thingEntry struct {
	Name      string   `toml:"name" required:"true" doc:"its name"`
	Kind      string   `toml:"kind" required:"true" oneof:"creature|special|building|income|item" doc:"creature, special character, building, special income counter, or magic item"`
	Terrain   string   `toml:"terrain" doc:"the id of the terrain that a creature comes from"`
	Value     int      `toml:"value" required:"true" range:"0..99" doc:"its combat value: its die hits if it does not exceed the value (K2.1), and a building can take that many hits (K3.3)"`
	Marks     []string `toml:"marks" oneof:"fly|magic|range|charge" doc:"the marks beside the value: magic and range give the step in which it fights (K1.3), and with charge it rolls more dice in melee (K2.1)"`
	Counters  int      `toml:"counters" range:"1..1000" doc:"number of its counters in the game; absent: 1"`
	Class     string   `toml:"class" oneof:"fort|village|city" only:"kind building" doc:"the kind of building"`
	NextLevel string   `toml:"next_level" only:"kind building" doc:"of a building: the id of its next lower level (K5.3); absent: none"`
	Fights    bool     `toml:"fights" doc:"of an item: whether it becomes a counter of its side when played"`
	Abilities []string `toml:"abilities" ids:"ability" doc:"the ids of its abilities"`
	Text      string   `toml:"text" lines:"true" doc:"a line of flavor text"`
}

// An abilityEntry is [ability.ID].
type abilityEntry struct {
	Name      string        `toml:"name" required:"true" doc:"its name"`
	Text      string        `toml:"text" lines:"true" required:"true" doc:"what it does, in a sentence"`
	Rule      string        `toml:"rule" doc:"the paragraph of the rulebook"`
	Saves     int           `toml:"saves" range:"1..100" with:"save" doc:"number of rolls in a combat round that may save its bearer from a hit (K3.2)"`
	Save      []int         `toml:"save" range:"1..100" pair:"first last" with:"saves" doc:"[first, last] face that saves the bearer"`
	Immune    []string      `toml:"immune" oneof:"magic|ranged|melee" doc:"the steps whose hits its bearer cannot take"`
	Shields   *shieldsEntry `toml:"shields" doc:"number of hits that its bearer averts from its side, once a round"`
	HitsForts int           `toml:"hits_forts" range:"1..100" doc:"number of hits on each enemy fort before the battle"`
	Exposed   bool          `toml:"exposed" doc:"of an item on a counter: whether it may take a hit, which discards it"`
	Script    string        `toml:"script" doc:"a Lua file of the mod's folder, whose hooks are called for counters that have the ability"`
}

// A shieldsEntry is an ability's shields.
type shieldsEntry struct {
	Step string `toml:"step" required:"true" oneof:"magic|ranged|melee" doc:"the combat step"`
	Hits int    `toml:"hits" required:"true" range:"1..100" doc:"number of hits"`
}

// A terrainEntry is [terrain.ID].
type terrainEntry struct {
	Name  string `toml:"name" required:"true" doc:"its name"`
	Text  string `toml:"text" lines:"true" doc:"a description, in a sentence"`
	Color string `toml:"color" oneof:"red|green|yellow|blue|cyan|white|gray" doc:"its color on a web page; absent: none"`
}

// A scenarioEntry is [scenario.ID].
type scenarioEntry struct {
	Name       string          `toml:"name" required:"true" doc:"its title"`
	Text       string          `toml:"text" lines:"true" required:"true" doc:"its subject, in a sentence or two"`
	Hex        hexEntry        `toml:"hex" doc:"the hex of the battle"`
	Attacker   sideEntry       `toml:"attacker" required:"true" doc:"the attacker, or the first of several in turn order (K1.1)"`
	Attacker2  *sideEntry      `toml:"attacker2" doc:"the second attacker, if there is one"`
	Attacker3  *sideEntry      `toml:"attacker3" doc:"the third attacker, if there is one"`
	Defender   sideEntry       `toml:"defender" required:"true" doc:"the hex's owner, or its inhabitants (K1.1)"`
	Neighbors  []neighborEntry `toml:"neighbor" doc:"adjacent hexes, up to 6 (K4.2)"`
	RoundLimit int             `toml:"round_limit" range:"1..1000000" doc:"combat rounds after which the defender keeps the hex; absent: the limit of the rules"`
	Seed       int             `toml:"seed" range:"1..1000000000" doc:"the seed if a person plays, for scenarios that teach; absent: a random one"`
	Lessons    []lessonEntry   `toml:"lesson" doc:"its lessons, at most one for each question, each once, in the order of the file"`
}

// A hexEntry is a scenario's hex.
type hexEntry struct {
	Terrain    string `toml:"terrain" doc:"the id of its terrain"`
	Unexplored bool   `toml:"unexplored" doc:"whether no side owns it: its inhabitants defend it and may not retreat (K1.1, K4.3)"`
}

// A sideEntry is one side of a scenario.
type sideEntry struct {
	Army  string `toml:"army" lines:"true" required:"true" doc:"its counters in the hex, for example \"troll, 2 goblins, city\": a comma between counters, and a number before several of one kind"`
	Items string `toml:"items" lines:"true" doc:"magic items that it may play (K1.2), in the same form"`
}

// A neighborEntry is one element of a scenario's neighbor.
type neighborEntry struct {
	Name    string `toml:"name" required:"true" doc:"a word: north in the answer retreat north"`
	Owner   string `toml:"owner" oneof:"attacker|attacker2|attacker3|defender" doc:"the side that controls it; absent: none"`
	Army    string `toml:"army" lines:"true" doc:"its owner's counters in it: creatures count for the limit of a retreat (K4.2)"`
	Enemies bool   `toml:"enemies" doc:"whether enemy counters are in it, so that no side can retreat to it (K4.2)"`
}

// A lessonEntry is a lesson of a tutorial.
type lessonEntry struct {
	On   string `toml:"on" required:"true" doc:"when: start, attack, play, lose, retreat, remove, pick, \"round 2\", end"`
	Seat string `toml:"seat" doc:"the seat that it is for, for example \"attacker\"; absent: every seat"`
	Text string `toml:"text" lines:"true" required:"true" doc:"the text of the lesson; what a reader can do stands in braces, a command as in {undo} and an answer as in {answer: lose a1}: the prompt shows how it is typed, the page a button"`
}
