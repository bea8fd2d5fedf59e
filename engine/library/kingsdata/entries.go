package kingsdata

// The structs of the TOML files of kings: see package strict for the tags.

// A thingEntry is [thing.ID].
type thingEntry struct {
	Name      string   `toml:"name" required:"true" doc:"what people call it"`
	Kind      string   `toml:"kind" required:"true" oneof:"creature|special|building|income|item" doc:"creature, special character, building, special income counter, or magic item"`
	Terrain   string   `toml:"terrain" doc:"the id of the terrain that a creature comes from"`
	Value     int      `toml:"value" required:"true" range:"0..99" doc:"its combat value: its die hits when it is not above it (K2.1), and a building takes so many hits (K3.3)"`
	Marks     []string `toml:"marks" oneof:"fly|magic|range|charge" doc:"what is printed beside the value: magic and range say in which step it fights (K1.3), charge that it rolls more dice in melee (K2.1)"`
	Counters  int      `toml:"counters" range:"1..1000" doc:"how many of it the game has; absent: 1"`
	Class     string   `toml:"class" oneof:"fort|village|city" doc:"what kind of building it is"`
	NextLevel string   `toml:"next_level" doc:"of a building: the id of what is left of it when it loses a level (K5.3); absent: nothing"`
	Fights    bool     `toml:"fights" doc:"of an item: whether it becomes a counter of its side when it is played"`
	Abilities []string `toml:"abilities" ids:"ability" doc:"ids of its abilities"`
	Text      string   `toml:"text" lines:"true" doc:"a line of flavour"`
}

// An abilityEntry is [ability.ID].
type abilityEntry struct {
	Name      string        `toml:"name" required:"true" doc:"what people call it"`
	Text      string        `toml:"text" lines:"true" required:"true" doc:"what it does, in a sentence"`
	Rule      string        `toml:"rule" doc:"the paragraph it comes from"`
	Saves     int           `toml:"saves" range:"1..100" doc:"how often in a combat round its bearer rolls to be saved when it is hit (K3.2)"`
	Save      []int         `toml:"save" range:"1..100" doc:"[first, last] face that saves it"`
	Immune    []string      `toml:"immune" oneof:"magic|ranged|melee" doc:"the steps whose hits cannot be taken on its bearer"`
	Shields   *shieldsEntry `toml:"shields" doc:"hits that its bearer takes off those on its side, once a round"`
	HitsForts int           `toml:"hits_forts" range:"1..100" doc:"hits on each enemy fort before the battle"`
	Exposed   bool          `toml:"exposed" doc:"of an item that lies on a counter: hits may be taken on it, which is lost then"`
	Script    string        `toml:"script" doc:"a Lua file of the mod's folder, whose hooks are called for counters that have the ability"`
}

// A shieldsEntry is an ability's shields.
type shieldsEntry struct {
	Step string `toml:"step" required:"true" oneof:"magic|ranged|melee" doc:"the combat step"`
	Hits int    `toml:"hits" required:"true" range:"1..100" doc:"how many hits"`
}

// A terrainEntry is [terrain.ID].
type terrainEntry struct {
	Name   string `toml:"name" required:"true" doc:"what people call it"`
	Text   string `toml:"text" lines:"true" doc:"what it is like, in a sentence"`
	Colour string `toml:"colour" oneof:"red|green|yellow|blue|cyan|white|gray" doc:"what a page paints it in; absent: as the rest"`
}

// A scenarioEntry is [scenario.ID].
type scenarioEntry struct {
	Name       string          `toml:"name" required:"true" doc:"its title"`
	Text       string          `toml:"text" lines:"true" required:"true" doc:"what it is about, in a sentence or two"`
	Hex        hexEntry        `toml:"hex" doc:"the hex that is fought for"`
	Attacker   sideEntry       `toml:"attacker" required:"true" doc:"the player who attacks, or the first of those in turn order (K1.1)"`
	Attacker2  *sideEntry      `toml:"attacker2" doc:"the second, if there is one"`
	Attacker3  *sideEntry      `toml:"attacker3" doc:"the third"`
	Defender   sideEntry       `toml:"defender" required:"true" doc:"the hex's owner, or its inhabitants (K1.1)"`
	Neighbors  []neighborEntry `toml:"neighbor" doc:"adjacent hexes, up to 6 (K4.2)"`
	RoundLimit int             `toml:"round_limit" range:"1..1000000" doc:"combat rounds after which the hex stays the defender's; absent: the rules' own"`
	Seed       int             `toml:"seed" range:"1..1000000000" doc:"the seed at the prompt, for scenarios that teach; absent: any"`
	Lessons    []lessonEntry   `toml:"lesson" doc:"what it teaches at the prompt, one lesson a question, each once, in the order of the file"`
}

// A hexEntry is a scenario's hex.
type hexEntry struct {
	Terrain    string `toml:"terrain" doc:"the id of its terrain"`
	Unexplored bool   `toml:"unexplored" doc:"whether no side owned it: its inhabitants defend it and may not retreat (K1.1, K4.3)"`
}

// A sideEntry is one side of a scenario.
type sideEntry struct {
	Army  string `toml:"army" lines:"true" required:"true" doc:"what stands in the hex, as in \"troll, 2 goblins, city\": a comma between counters, a number before several of one"`
	Items string `toml:"items" lines:"true" doc:"magic items that it holds, to be played (K1.2), in the same way"`
}

// A neighborEntry is one element of a scenario's neighbor.
type neighborEntry struct {
	Name    string `toml:"name" required:"true" doc:"a word, as in retreat north"`
	Owner   string `toml:"owner" oneof:"attacker|attacker2|attacker3|defender" doc:"the side that controls it; absent: none"`
	Army    string `toml:"army" lines:"true" doc:"what its owner has there: creatures count for the limit of a retreat (K4.2)"`
	Enemies bool   `toml:"enemies" doc:"whether enemy counters stand there, so that no side retreats to it (K4.2)"`
}

// A lessonEntry is a lesson of a tutorial.
type lessonEntry struct {
	On   string `toml:"on" required:"true" doc:"when: start, attack, play, lose, retreat, remove, pick, \"round 2\", end"`
	Text string `toml:"text" lines:"true" required:"true" doc:"what is said"`
}
