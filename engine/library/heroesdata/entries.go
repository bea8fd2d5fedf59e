package heroesdata

import "houserule/engine/library/strict"

// The structs of the TOML files. Package strict reads the tags: toml is the key, doc its
// meaning, range its bounds, oneof its possible words, required whether it must be present,
// words the list of words that mods add to. Package library reads ids, the section whose
// entries a list names.

// A creatureEntry is [creature.ID].
type creatureEntry struct {
	Name      string   `toml:"name" required:"true" doc:"its name"`
	Alignment string   `toml:"alignment" required:"true" oneof:"life|order|death|chaos|nature|might|neutral" words:"alignment" doc:"the faction that it belongs to"`
	Level     int      `toml:"level" required:"true" range:"1..9" doc:"what the card adds to a card on it (H2.1)"`
	Melee     int      `toml:"melee" required:"true" range:"0..99" doc:"its melee attack score (H2.2)"`
	Ranged    int      `toml:"ranged" range:"0..99" doc:"its ranged attack score; 0: it cannot shoot (H2.4)"`
	Defense   int      `toml:"defense" required:"true" range:"1..99" doc:"the number that die + score must reach to kill it (H2.2)"`
	Phase     int      `toml:"phase" required:"true" range:"1..10" doc:"the phase in which it acts (H1.1)"`
	Cost      int      `toml:"cost" required:"true" range:"1..9999" doc:"its price in points, for armies of equal cost"`
	Hero      bool     `toml:"hero" doc:"whether it is a Hero card (H7.2)"`
	Abilities []string `toml:"abilities" ids:"ability" doc:"the ids of its abilities"`
	Spells    []string `toml:"spells" ids:"spell" doc:"the ids of the spells that it can cast (H6)"`
	Facts     []string `toml:"facts" oneof:"level|melee|ranged|defense|phase|abilities|spells" doc:"the keys whose values come from the rulebook"`
	Text      string   `toml:"text" lines:"true" doc:"a line of flavor text"`
}

// An abilityEntry is [ability.ID].
type abilityEntry struct {
	Name         string       `toml:"name" required:"true" doc:"its name"`
	Text         string       `toml:"text" lines:"true" required:"true" doc:"what it does, in a sentence"`
	Rule         string       `toml:"rule" doc:"the paragraph of the rulebook"`
	Reach        []reachEntry `toml:"reach" doc:"further lines that its attacks reach"`
	Ignores      []string     `toml:"ignores" oneof:"wall-penalty" doc:"penalties that do not apply to it"`
	Retaliates   string       `toml:"retaliates" oneof:"never|always" doc:"never: it does not retaliate; always: it retaliates every time it is attacked"`
	Unanswered   bool         `toml:"unanswered" doc:"whether no stack retaliates against its attacks"`
	StrikesFirst bool         `toml:"strikes_first" doc:"whether its retaliation rolls before the attack resolves"`
	Heads        int          `toml:"heads" range:"1..9" doc:"number of different stacks that it attacks in one opportunity"`
	Worth        int          `toml:"worth" range:"-9999..9999" doc:"the value, in points of cost, that a stack has for computer players beyond its cards while its top card has the ability"`
	Bonuses      []bonusEntry `toml:"bonus" doc:"changes of scores"`
	Script       string       `toml:"script" doc:"a Lua file of the mod's folder, whose hooks are called for stacks that have the ability"`
}

// A reachEntry is one element of an ability's reach.
type reachEntry struct {
	Attack string   `toml:"attack" required:"true" oneof:"melee|ranged" doc:"the kind of attack"`
	Line   string   `toml:"line" required:"true" oneof:"melee|ranged" doc:"the enemy line that it reaches"`
	Walls  []string `toml:"walls" oneof:"none|intact|breached|sacked" doc:"the states of the town in which it reaches the line; empty: all"`
}

// A bonusEntry is one [[ability.ID.bonus]] or [[spell.ID.bonus]]. Exactly one of add,
// times, set and cap is given.
type bonusEntry struct {
	Score string     `toml:"score" required:"true" oneof:"attack|melee|ranged|spell|defense|support|phase|opportunities" doc:"the score that it changes; attack: every kind of attack"`
	Add   *int       `toml:"add" range:"-99..99" one:"operation" doc:"added to the score"`
	Times *float64   `toml:"times" range:"0..20" one:"operation" doc:"multiplies the score; halves and quarters are exact, fractions of a point round up"`
	Set   *int       `toml:"set" range:"0..99" one:"operation" doc:"replaces the score"`
	Cap   *int       `toml:"cap" range:"0..999" one:"operation" doc:"the maximum of the score"`
	For   string     `toml:"for" oneof:"self|friends|enemies|opponent" doc:"whose scores change: those of its own stack (the default), of all other friendly stacks, of all enemy stacks, or of the other stack of an attack, in that attack only"`
	When  *whenEntry `toml:"when" doc:"the conditions, which must all hold"`
}

// A whenEntry is a bonus's when: conditions on the battle, the attack, the stack itself and (against)
// its opponent in the attack.
type whenEntry struct {
	Round       []int         `toml:"round" range:"1..1000000" pair:"first last" doc:"[first, last] round"`
	Walls       []string      `toml:"walls" oneof:"none|intact|breached|sacked" doc:"states of the town"`
	Attack      []string      `toml:"attack" oneof:"melee|ranged|spell" doc:"kinds of the attack, made or suffered"`
	Retaliating *bool         `toml:"retaliating" doc:"whether the attack is a retaliation"`
	Against     *againstEntry `toml:"against" doc:"conditions on the other stack of the attack"`
	Compared    *compareEntry `toml:"compared" doc:"how its numbers compare with those of the other stack of the attack: { level = [\"less\", \"same\"] }"`
	playedEntry
	unitEntry
	Not *notEntry `toml:"not" doc:"conditions, which must not all hold"`
}

// A notEntry is conditions that must not all hold. Data has words for the contrary of the others.
type notEntry struct {
	playedEntry
	unitEntry
}

// A playedEntry is conditions on the scenario and on the spell of the attack.
type playedEntry struct {
	Scenario       []string                    `toml:"scenario" doc:"scenarios: it is one of them that is played"`
	ScenarioFields map[string]strict.Condition `toml:"scenario_fields" doc:"conditions on fields that mods declare for the scenario that is played, as in fields"`
	Spell          []string                    `toml:"spell" doc:"spells: the attack is made with one of them"`
	SpellFields    map[string]strict.Condition `toml:"spell_fields" doc:"conditions on fields that mods declare for the spell with which the attack is made, as in fields"`
}

// An againstEntry is conditions on the other stack of an attack.
type againstEntry struct {
	unitEntry
	Not *unitEntry `toml:"not" doc:"conditions, which must not all hold"`
}

// A compareEntry is what numbers must be beside those of the other stack.
type compareEntry struct {
	Level   []string `toml:"level" oneof:"less|same|more" doc:"of the top card"`
	Cards   []string `toml:"cards" oneof:"less|same|more" doc:"in the stack"`
	Phase   []string `toml:"phase" oneof:"less|same|more" doc:"printed on the top card"`
	Melee   []string `toml:"melee" oneof:"less|same|more" doc:"printed on the top card"`
	Ranged  []string `toml:"ranged" oneof:"less|same|more" doc:"printed on the top card"`
	Defense []string `toml:"defense" oneof:"less|same|more" doc:"printed on the top card"`
	Cost    []string `toml:"cost" oneof:"less|same|more" doc:"of the top card"`
}

// A unitEntry is a condition on one stack, which its top card must meet.
type unitEntry struct {
	Side      string                      `toml:"side" oneof:"aggressor|defender" doc:"the side that it fights for"`
	Line      string                      `toml:"line" oneof:"melee|ranged" doc:"its line"`
	Stance    []string                    `toml:"stance" oneof:"none|swarm|protect" doc:"its stance"`
	Phase     []int                       `toml:"phase" range:"1..10" pair:"first last" doc:"[first, last] phase of the top card"`
	Level     []int                       `toml:"level" range:"1..9" pair:"least most" doc:"[least, most] level of the top card"`
	Cards     []int                       `toml:"cards" range:"1..1000000" pair:"least most" doc:"[least, most] cards in the stack"`
	Creature  []string                    `toml:"creature" doc:"creatures: the top card is one of them"`
	Alignment []string                    `toml:"alignment" oneof:"life|order|death|chaos|nature|might|neutral" words:"alignment" doc:"alignments of the top card"`
	Ability   []string                    `toml:"ability" doc:"abilities: the top card must have one of them"`
	Fields    map[string]strict.Condition `toml:"fields" doc:"conditions on fields that mods declare for the top card's creature, for example { moisture = [6, 9], mood = [\"calm\"] }: [least, most] of a number; a list of words, one of which the field must have; true or false"`
	Effect    []string                    `toml:"effect" doc:"effects: the stack is under one of them"`
	Acted     *bool                       `toml:"acted" doc:"whether the stack has had its opportunity in this round, or has it now"`
	Hero      *bool                       `toml:"hero" doc:"whether the top card is a Hero"`
}

// A spellEntry is [spell.ID]: an attack (score) or an effect (target, rounds, bonus).
type spellEntry struct {
	Name    string       `toml:"name" required:"true" doc:"its name"`
	Text    string       `toml:"text" lines:"true" required:"true" doc:"what it does, in a sentence"`
	Rule    string       `toml:"rule" doc:"the paragraph of the rulebook"`
	Score   *int         `toml:"score" range:"0..99" excludes:"target rounds worth bonus" unless:"target rounds bonus|script" doc:"attack score of an offensive spell (H6.1)"`
	Target  string       `toml:"target" oneof:"enemy|friend" doc:"the stacks at which an effect is cast"`
	Rounds  int          `toml:"rounds" range:"1..1000000" doc:"number of rounds that an effect lasts, including the present one"`
	Worth   int          `toml:"worth" range:"-9999..9999" doc:"the value of an effect to its stack for computer players, in points of cost for each round; below 0 if it harms the stack; 0: they compute it from the bonuses"`
	Bonuses []bonusEntry `toml:"bonus" doc:"the changes of scores by an effect (for = self only)"`
	Script  string       `toml:"script" doc:"a Lua file of the mod's folder, whose hooks are called for the spell and its effect"`
}

// A scenarioEntry is [scenario.ID].
type scenarioEntry struct {
	Name       string        `toml:"name" required:"true" doc:"its title"`
	Text       string        `toml:"text" lines:"true" required:"true" doc:"its subject, in a sentence or two"`
	Aggressor  sideEntry     `toml:"aggressor" required:"true" doc:"the side that attacks"`
	Defender   sideEntry     `toml:"defender" required:"true" doc:"the side that is attacked"`
	Walls      string        `toml:"walls" oneof:"none|intact|breached|sacked" doc:"the defender's town (H8); none: the open field"`
	Setup      string        `toml:"setup" oneof:"placed|free" doc:"free: both sides split their cards themselves (H1.4)"`
	RoundLimit int           `toml:"round_limit" range:"1..1000000" doc:"rounds after which the battle is a draw; 0: the limit of the rules"`
	Seed       int           `toml:"seed" range:"1..1000000000" doc:"the seed if a person plays, for scenarios that teach; absent: a random one"`
	Lessons    []lessonEntry `toml:"lesson" doc:"its lessons, at most one for each question, each once, in the order of the file"`
}

// A lessonEntry is a lesson of a tutorial.
type lessonEntry struct {
	On   string `toml:"on" required:"true" doc:"when: start, place, next, act, \"act a1\", attack, shoot, swat, cast, sacrifice, swarm, protect, move, emerge, retaliate, forward, withdraw, surrender, accept, \"round 2\", end"`
	Seat string `toml:"seat" doc:"the seat that it is for, for example \"aggressor\"; absent: every seat"`
	Text string `toml:"text" lines:"true" required:"true" doc:"the text of the lesson; what a reader can do stands in braces, a command as in {undo} and an answer as in {answer: attack d1}: the prompt shows how it is typed, the page a button"`
}

// A sideEntry is one side of a scenario.
type sideEntry struct {
	Army  string `toml:"army" lines:"true" required:"true" doc:"its stacks, for example \"3 gold-golem, 2 orc + 1 bandit | 4 halfling\": a comma between stacks, a plus between the cards of one stack, top first, and a bar between the melee line and the ranged line"`
	Guard bool   `toml:"guard" doc:"whether it is a guard stack (H7.4)"`
	Town  *int   `toml:"town" range:"0..1000" doc:"number of spaces to its nearest own town (H7.2); absent: it has none"`
	Hand  int    `toml:"hand" range:"0..1000" doc:"number of cards in its hand (H7.3)"`
	Deck  int    `toml:"deck" range:"0..1000" doc:"number of cards left in its deck (H7.3)"`
}
