---@meta houserule.sorcery

-- The names that scripts of mods for sorcery can see. Written by houserule mod stubs: do
-- not edit it, and do not run it.

---A hook returns this to forbid its action.
---@class Canceled

---Forbids the action of the hook: return cancel("why").
---@param why? string what the player is told
---@return Canceled
function cancel(why) end

---In an ability's script: the unit that has the ability.
---@type unit
self = nil

---A unit of an army, a character or a monster.
---@class (exact) unit
---@field name string its short name: "a1", "d3"
---@field kind string the id of its entry in the data
---@field entry unit_entry? its entry in the data, with the fields that mods declare
---@field race string the id of its race
---@field role ("unit"|"character"|"monster") "unit" of an army, "character" or "monster"
---@field classes ("cavalry"|"archer"|"flyer"|"swamp"|"conjured"|"summoned"|"either")[] the classes that it counts as: "cavalry", "archer", "flyer", "swamp", "conjured", "summoned", "either"
---@field side side the side that plays it
---@field strength integer the strength with which it inflicts losses, in good order or demoralized (S3.2), without a charge and without changes by onStrength
---@field defense integer the loss that eliminates it in this terrain, at the moment (S3.5), without changes by onDefense
---@field morale integer the greatest roll with which it passes a morale check, by its race or as a conjured unit (S5)
---@field leadership integer its leadership
---@field endurance integer the number of wounds that kill it (S7); 0 for a unit of an army
---@field move integer its movement allowance
---@field weight integer its weight for stacking (S1)
---@field wounds integer the number of wounds that it has taken (S7)
---@field status ("standing"|"adjacent"|"withdrawn"|"eliminated"|"captured"|"afield") "standing" (in the hex of the fight), "afield" (on the map), "adjacent" (in a neighboring hex, without a map), "withdrawn" (from the battle), "eliminated" or "captured"
---@field stands boolean whether it stands in the hex of the fight
---@field demoralized boolean whether it is demoralized (S5)
---@field halved boolean whether it fights at half strength, because it came over water and fights its first round (S3.2)
---@field fights boolean whether it fights in this round; if characters or monsters fight without an army: whether it fights in the present bout (S7)
---@field foes unit[] its opponents in a bout: the characters, the monster, or the unit named against them; empty: none (S7)
---@field charging boolean whether it charges in this round; false until both sides have named their charging units (S3.2)
---@field charged boolean whether it charged in the round before (S3.2)
---@field guards boolean whether it is in the rear guard of a side that withdraws (S3.7)
---@field left integer the movement points that it has left in this turn of a campaign (S2)
---@field halted boolean whether it may do nothing more in this turn (S2)
---@field militia boolean whether it is militia, which never leaves its site (S4)
---@field hex hex? its hex of the map; without a map: the neighboring hex in which it stands, or from which it came; nil: none
local unit_ = {}

---Reports whether it has an ability by its entry in the data.
---@param ability string its id
---@return boolean result
function unit_:has(ability) end

---Reports whether it counts as a class.
---@param class string "cavalry", "archer", "flyer", "swamp", "conjured", "summoned" or "either"
---@return boolean result
function unit_:is(class) end

---Returns the strength with which it inflicts losses now, in points (S3.2), with a charge and with changes by onStrength, before it is halved because it came over water.
---@return integer result
function unit_:strength_now() end

---Returns the loss that eliminates it now, in points (S3.5), with changes by onDefense.
---@return integer result
function unit_:defense_now() end

---Returns the value remembered under a name; nil: none.
---@param name string a name that the mod chooses
---@return any result
function unit_:recall(name) end

---Keeps a value under a name until the battle ends: true or false, a number, or a short text. The value nil forgets it.
---
---Not for read-only hooks.
---@param name string a name that the mod chooses
---@param value? any the value to keep
function unit_:remember(name, value) end

---One of the two sides.
---@class (exact) side
---@field name string "attacker" or "defender"; in a campaign its name there
---@field enemy side the other side
---@field moves boolean whether it is the moving side, which in a battle is the attacker (S0)
---@field line unit[] the units of its army in the fight, from left to right (S3.3)
---@field heads unit[] its characters and monsters in the fight
---@field leader unit? the character that leads its die in this round; nil: none (S3.2)
---@field units unit[] the units, characters and monsters that it has left anywhere, as far as the script sees them (S6)
---@field lost unit[] its units that were eliminated, or captured by the enemy
---@field alone boolean whether it has no army in the fight, so that its characters and monsters fight without one (S7)
---@field withdraws boolean whether it has announced that it withdraws after this round (S3.7)
---@field losses number the points of losses that it must still take in this round (S3.5)
---@field points integer the points that it has for its goals in a campaign at the moment (S0); 0 in a battle
---@field hexes hex[] the hexes of the map that it owns
local side_ = {}

---Returns the value remembered under a name; nil: none.
---@param name string a name that the mod chooses
---@return any result
function side_:recall(name) end

---Keeps a value under a name until the battle ends: true or false, a number, or a short text. The value nil forgets it.
---
---Not for read-only hooks.
---@param name string a name that the mod chooses
---@param value? any the value to keep
function side_:remember(name, value) end

---A hex of the map, or a place of its own inside a hex (S2); without a map, a hex adjacent to the hex of the battle.
---@class (exact) hex
---@field name string its number on the map: "0304"; without a map its name: "north"
---@field terrain string the id of its terrain; empty: not given
---@field feature string the id of its feature; empty: none
---@field inside boolean whether it is a place of its own inside a hex: a tunnel, or a besieged site (S2, S4)
---@field sides side[] the sides that have a stack in it, which both sides know (S6)
---@field units unit[] the units in it, as far as the script sees them (S6)
---@field holder side? the side that owns it; nil: none
---@field besieger side? the side that besieges it; nil: none (S4)
---@field siege integer the number of turns that it has been besieged; 0: it is not besieged (S4)
---@field beside hex[] the adjacent hexes; without a map none
local hex_ = {}

---The battle, or the campaign.
---@class (exact) battle
---@field campaign boolean whether it is a campaign on a map, which contains battles (S0)
---@field fights boolean whether a battle is being fought; in a campaign this is not always true
---@field turn integer the present turn of a campaign, from 1; 0 before the first turn and without a map
---@field round integer the present round of the fight, from 1; 0 before the first round
---@field terrain string the id of the terrain of the fight; empty if not given
---@field scenario scenario_entry? the scenario that is played, with the fields that mods declare; nil: none
---@field inside boolean whether the fight is inside a besieged place (S4)
---@field die integer the number of sides of the die; 6 by the rules
---@field attacker side the side that moves (S0)
---@field defender side the other side
---@field sides side[] both sides; the side that attacked first comes first
---@field units unit[] all units in the fight, with characters and monsters, in the order of listings
---@field champion unit? the opponent, in the present bout, of the side that fights without an army; nil: none (S7)
---@field front hex? the hex of the map in which the battle is fought; nil: none
---@field hexes hex[] all hexes of the map; without a map, the hexes adjacent to the hex of the battle
local battle_ = {}

---Returns the value remembered under a name; nil: none.
---@param name string a name that the mod chooses
---@return any result
function battle_:recall(name) end

---Keeps a value under a name until the battle ends: true or false, a number, or a short text. The value nil forgets it.
---
---Not for read-only hooks.
---@param name string a name that the mod chooses
---@param value? any the value to keep
function battle_:remember(name, value) end

---Makes a unit inflict a loss on the enemy, in addition to the losses of the dice: a percentage of its strength (S3.4), with changes by onStrength. The enemy takes the loss from its array (S3.5) together with the losses of this round or, if it has already taken those, with the losses of the next round.
---
---Not for read-only hooks.
---@param by unit the unit, character or monster
---@param percent? integer percent of its strength; if not given, the percentage of equal dice (S3.4)
---@param strength? integer a strength in place of its own (S3.2)
---@return number result the points of the loss
function battle_:attack(by, percent, strength) end

---Demoralizes a unit of an army, unless onShaken prevents it. A unit that is demoralized already is eliminated (S5).
---
---Not for read-only hooks.
---@param unit unit the unit
function battle_:demoralize(unit) end

---Returns a demoralized unit to good order (S5). It does nothing to a unit in good order.
---
---Not for read-only hooks.
---@param unit unit the unit
function battle_:rally(unit) end

---Eliminates a unit, character or monster.
---
---Not for read-only hooks.
---@param unit unit the unit
function battle_:eliminate(unit) end

---Deals wounds to a character or monster. It dies when its wounds reach its endurance (S7).
---
---Not for read-only hooks.
---@param unit unit the character or monster
---@param wounds integer the number of wounds, from 1 to 1000
function battle_:wound(unit, wounds) end

---Adds to the strength with which a unit inflicts losses, from now on. The loss that eliminates the unit stays the same.
---
---Not for read-only hooks.
---@param unit unit the unit
---@param add integer points of strength, from -1000 to 1000
function battle_:strengthen(unit, add) end

---Adds a unit to a side: in the fight, at the right end of the side's array, where it fights from the next round on; or in a hex of the map.
---
---Not for read-only hooks.
---@param side side the unit's side
---@param kind string the id of the unit, character or monster
---@param hex? hex a hex of the map without enemies; if not given, the unit joins the fight
---@return unit result the new unit
function battle_:join(side, kind, hex) end

---Lets a side look into the enemy's stack in a hex of the map, until the next part of a turn begins (S6).
---
---Not for read-only hooks.
---@param side side the side that looks
---@param hex hex the hex
function battle_:reveal(side, hex) end

---Asks a side's player to choose one of several units. Computer players choose the most valuable one.
---
---Not for read-only hooks.
---@param side side the side that is asked
---@param question string the question, a sentence
---@param units unit[] the units, at least one
---@return unit result the chosen unit
function battle_:pick(side, question, units) end

---An entry of the data. A counter: a unit of an army, a character or a monster. `[unit.ID]`
---@class (exact) unit_entry
---@field id string its id
---@field name string its name
---@field role ("unit"|"character"|"monster") a unit of an army (the default), a character, who leads units and may fight with others of his kind, or a monster, which fights alone and to the death (S7)
---@field race string the id of its race
---@field classes ("cavalry"|"archer"|"flyer"|"swamp"|"conjured"|"summoned"|"either")[] its classes (S3.2): cavalry, archer and flyer give modifiers of the die, and cavalry charges; swamp creatures enter water; conjured units have a morale of their own (S5); either counts as archer or as flyer, not as both
---@field move integer its movement allowance (S2)
---@field weight integer? its weight for stacking (S1); absent: 3 for cavalry, 1 for other units, and 0 for conjured and summoned units, characters and monsters
---@field strength integer? of a unit, which must have it: its strength in attack and defense (S3.2)
---@field attack integer of a unit: its strength in attack; absent: strength
---@field defense integer of a unit: the loss that eliminates it (S3.5); absent: strength
---@field demoralized integer of a unit: both of these while it is demoralized; absent: half of each, rounded up (S5)
---@field leadership integer of a character: what it adds to the die, the strength and the morale of the units that it leads (S3.2, S5)
---@field fighting integer of a character or monster: its strength against units of an army (S7)
---@field endurance integer? of a character or monster, which must have it: the number of wounds that kill it (S7)
---@field unnerves boolean of a monster: whether the unit that fights it is demoralized after the first round (S7)
---@field counters integer number of its counters in the game; absent: 1
---@field abilities string[] the ids of its abilities
---@field text string a line of flavor text
local unit_entry_ = {}

---An entry of the data. An ability, which gives a unit more than its numbers. `[ability.ID]`
---@class (exact) ability_entry
---@field id string its id
---@field name string its name
---@field text string what it does, in a sentence
---@field rule string the paragraph of the rulebook
---@field script string a Lua file of the mod's folder, whose hooks are called for units that have the ability
local ability_entry_ = {}

---An entry of the data. A race of units and characters. `[race.ID]`
---@class (exact) race_entry
---@field id string its id
---@field name string its name
---@field morale integer the greatest roll with which its units pass a morale check (S5)
---@field text string a description, in a sentence
local race_entry_ = {}

---An entry of the data. The terrain of a hex. `[terrain.ID]`
---@class (exact) terrain_entry
---@field id string its id
---@field name string its name
---@field text string a description, in a sentence
---@field letter string? one or two characters, its sign on maps: small letters are best, capitals and digits stand for stacks; the first character is of no other terrain, feature or hexside
---@field color ("red"|"green"|"yellow"|"blue"|"magenta"|"cyan"|"white"|"gray") its color on the screen; absent: none
---@field limit integer the weight of a side's units that it can feed (S1)
---@field cost integer movement points to enter it (S2); flying units pay 1
---@field dice integer number of dice that are the cost, to enter it and to leave it, except for flying units and the races in costs (S2)
---@field clear boolean whether cavalry may charge in it (S3.2)
---@field narrow boolean whether it is a bridge or a tunnel, in which the strength of an army's unit against characters is not multiplied (S7)
---@field water boolean whether only swamp creatures and flying units enter it (S1, S2)
---@field shut boolean whether no unit may end a turn in it (S2)
---@field bare boolean whether features in it have no effect (S1)
local terrain_entry_ = {}

---An entry of the data. A feature that may lie in a hex: a town, a bridge, a vortex. `[feature.ID]`
---@class (exact) feature_entry
---@field id string its id
---@field name string its name
---@field text string a description, in a sentence
---@field mark string? one to three characters, its sign on maps: no capitals and digits, which stand for stacks; the first character is of no other terrain, feature or hexside
---@field limit integer what it adds to the limit of its hex (S1); for a place of its own: the limit inside
---@field instead boolean whether limit replaces the terrain's (S1)
---@field besieged integer replaces limit for the besieged in it (S1)
---@field site boolean whether its owner may decline battle in it, which begins a siege (S4)
---@field apart boolean whether it is a place of its own, apart from the hex around it (S2)
---@field narrow boolean whether the strength of an army's unit against characters is not multiplied there; for a place of its own: inside (S7)
---@field terrain string of a place of its own: the id of the terrain inside
local feature_entry_ = {}

---An entry of the data. A hexside, which may lie between two hexes: a stream, a wall, a gate. `[hexside.ID]`
---@class (exact) hexside_entry
---@field id string its id
---@field name string its name
---@field text string a description, in a sentence
---@field mark string? one character, its sign on maps: no capital and no digit, which stand for stacks, and that of no terrain, feature or other hexside
---@field cost integer movement points to cross it, in addition to those of the hex (S2)
---@field wet boolean whether a unit that crosses it into battle has half its strength in the first round (S3.2)
---@field shut boolean whether only flying units cross it: an option for maps, because the published rules close no hexside except a wall with an enemy inside (S2)
---@field wall boolean whether units can cross it, with an enemy inside, only by assault or breach (S2)
---@field gate boolean of a wall: whether the besieged can sortie through it (S4)
local hexside_entry_ = {}

---An entry of the data. A battle to play. `[scenario.ID]`
---@class (exact) scenario_entry
---@field id string its id
---@field name string its title
---@field text string its subject, in a sentence or two
---@field round_limit integer of a battle: rounds after which it is broken off; absent: the limit of the rules
---@field seed integer the seed if a person plays, for scenarios that teach; absent: a random one
local scenario_entry_ = {}

---The battle.
---@type battle
battle = nil

---Rolls a die of the mod's own dice. The dice of the rules are not affected.
---
---Not for read-only hooks.
---@param sides integer the sides of the die, from 2 to 1000
---@return integer result the number that the die shows, from 1 to sides
function roll(sides) end

---Asks a side's player to choose one of several words.
---
---Not for read-only hooks.
---@param side side the side that is asked
---@param question string the question, a sentence
---@param options string[] from 1 to 50 different words without blanks; without worths, computer players choose the first
---@param worths? number[] the value of each word for the side; computer players that evaluate choose the greatest
---@return string result the chosen word
function choose(side, question, options, worths) end

---Logs a text for all players.
---
---Not for read-only hooks.
---@param text any the text
function log(text) end

---Shows values to the author of the mod: at the prompt after the command trace, and in houserule mod test -v. It changes nothing, and every hook may call it.
---@param what any a text, a number, a list, an object
---@param b? any another value
---@param c? any another value
---@param d? any another value
---@param e? any another value
---@param f? any another value
function trace(what, b, c, d, e, f) end

---Reads a setting of the mod (mod.toml).
---@param name string its name
---@return any result a number, true or false, or a text
function setting(name) end

---Calls a function that another mod offers.
---@param name string the mod and the name of the function: "marsh.depth"
---@param a? any
---@param b? any
---@param c? any
---@param d? any
---@return any result the result of the function
function use(name, a, b, c, d) end

---Raises an event of this mod. Its listeners are called, in the order in which the mods were loaded.
---@param name string the name of an event of this mod
---@param a? any
---@param b? any
---@param c? any
---@param d? any
---@return any result the value that listeners may change, after all changes; nil if the event has none
function raise(name, a, b, c, d) end

---Reports whether a mod is loaded.
---@param mod string the id of the mod
---@return boolean result
function loaded(mod) end

---Finds the entry of this section that has an id.
---@param id string the id, short or full
---@return unit_entry result
function unit_entry(id) end

---@class (exact) UnitsArguments
---@field id? string its id
---@field name? string its name
---@field role? ("unit"|"character"|"monster") a unit of an army (the default), a character, who leads units and may fight with others of his kind, or a monster, which fights alone and to the death (S7)
---@field race? string the id of its race
---@field classes? ("cavalry"|"archer"|"flyer"|"swamp"|"conjured"|"summoned"|"either") its classes (S3.2): cavalry, archer and flyer give modifiers of the die, and cavalry charges; swamp creatures enter water; conjured units have a morale of their own (S5); either counts as archer or as flyer, not as both
---@field move? integer its movement allowance (S2)
---@field weight? integer its weight for stacking (S1); absent: 3 for cavalry, 1 for other units, and 0 for conjured and summoned units, characters and monsters
---@field strength? integer of a unit, which must have it: its strength in attack and defense (S3.2)
---@field attack? integer of a unit: its strength in attack; absent: strength
---@field defense? integer of a unit: the loss that eliminates it (S3.5); absent: strength
---@field demoralized? integer of a unit: both of these while it is demoralized; absent: half of each, rounded up (S5)
---@field leadership? integer of a character: what it adds to the die, the strength and the morale of the units that it leads (S3.2, S5)
---@field fighting? integer of a character or monster: its strength against units of an army (S7)
---@field endurance? integer of a character or monster, which must have it: the number of wounds that kill it (S7)
---@field unnerves? boolean of a monster: whether the unit that fights it is demoralized after the first round (S7)
---@field counters? integer number of its counters in the game; absent: 1
---@field abilities? string the ids of its abilities
---@field text? string a line of flavor text

---Lists the entries of this section that have the given values, in the order of loading; without values, all entries.
---@param given UnitsArguments
---@return unit_entry[] result
function units(given) end

---Finds the entry of this section that has an id.
---@param id string the id, short or full
---@return ability_entry result
function ability_entry(id) end

---@class (exact) AbilitiesArguments
---@field id? string its id
---@field name? string its name
---@field text? string what it does, in a sentence
---@field rule? string the paragraph of the rulebook
---@field script? string a Lua file of the mod's folder, whose hooks are called for units that have the ability

---Lists the entries of this section that have the given values, in the order of loading; without values, all entries.
---@param given AbilitiesArguments
---@return ability_entry[] result
function abilities(given) end

---Finds the entry of this section that has an id.
---@param id string the id, short or full
---@return race_entry result
function race_entry(id) end

---@class (exact) RacesArguments
---@field id? string its id
---@field name? string its name
---@field morale? integer the greatest roll with which its units pass a morale check (S5)
---@field text? string a description, in a sentence

---Lists the entries of this section that have the given values, in the order of loading; without values, all entries.
---@param given RacesArguments
---@return race_entry[] result
function races(given) end

---Finds the entry of this section that has an id.
---@param id string the id, short or full
---@return terrain_entry result
function terrain_entry(id) end

---@class (exact) TerrainsArguments
---@field id? string its id
---@field name? string its name
---@field text? string a description, in a sentence
---@field letter? string one or two characters, its sign on maps: small letters are best, capitals and digits stand for stacks; the first character is of no other terrain, feature or hexside
---@field color? ("red"|"green"|"yellow"|"blue"|"magenta"|"cyan"|"white"|"gray") its color on the screen; absent: none
---@field limit? integer the weight of a side's units that it can feed (S1)
---@field cost? integer movement points to enter it (S2); flying units pay 1
---@field dice? integer number of dice that are the cost, to enter it and to leave it, except for flying units and the races in costs (S2)
---@field clear? boolean whether cavalry may charge in it (S3.2)
---@field narrow? boolean whether it is a bridge or a tunnel, in which the strength of an army's unit against characters is not multiplied (S7)
---@field water? boolean whether only swamp creatures and flying units enter it (S1, S2)
---@field shut? boolean whether no unit may end a turn in it (S2)
---@field bare? boolean whether features in it have no effect (S1)

---Lists the entries of this section that have the given values, in the order of loading; without values, all entries.
---@param given TerrainsArguments
---@return terrain_entry[] result
function terrains(given) end

---Finds the entry of this section that has an id.
---@param id string the id, short or full
---@return feature_entry result
function feature_entry(id) end

---@class (exact) FeaturesArguments
---@field id? string its id
---@field name? string its name
---@field text? string a description, in a sentence
---@field mark? string one to three characters, its sign on maps: no capitals and digits, which stand for stacks; the first character is of no other terrain, feature or hexside
---@field limit? integer what it adds to the limit of its hex (S1); for a place of its own: the limit inside
---@field instead? boolean whether limit replaces the terrain's (S1)
---@field besieged? integer replaces limit for the besieged in it (S1)
---@field site? boolean whether its owner may decline battle in it, which begins a siege (S4)
---@field apart? boolean whether it is a place of its own, apart from the hex around it (S2)
---@field narrow? boolean whether the strength of an army's unit against characters is not multiplied there; for a place of its own: inside (S7)
---@field terrain? string of a place of its own: the id of the terrain inside

---Lists the entries of this section that have the given values, in the order of loading; without values, all entries.
---@param given FeaturesArguments
---@return feature_entry[] result
function features(given) end

---Finds the entry of this section that has an id.
---@param id string the id, short or full
---@return hexside_entry result
function hexside_entry(id) end

---@class (exact) HexsidesArguments
---@field id? string its id
---@field name? string its name
---@field text? string a description, in a sentence
---@field mark? string one character, its sign on maps: no capital and no digit, which stand for stacks, and that of no terrain, feature or other hexside
---@field cost? integer movement points to cross it, in addition to those of the hex (S2)
---@field wet? boolean whether a unit that crosses it into battle has half its strength in the first round (S3.2)
---@field shut? boolean whether only flying units cross it: an option for maps, because the published rules close no hexside except a wall with an enemy inside (S2)
---@field wall? boolean whether units can cross it, with an enemy inside, only by assault or breach (S2)
---@field gate? boolean of a wall: whether the besieged can sortie through it (S4)

---Lists the entries of this section that have the given values, in the order of loading; without values, all entries.
---@param given HexsidesArguments
---@return hexside_entry[] result
function hexsides(given) end

---Finds the entry of this section that has an id.
---@param id string the id, short or full
---@return scenario_entry result
function scenario_entry(id) end

---@class (exact) ScenariosArguments
---@field id? string its id
---@field name? string its title
---@field text? string its subject, in a sentence or two
---@field round_limit? integer of a battle: rounds after which it is broken off; absent: the limit of the rules
---@field seed? integer the seed if a person plays, for scenarios that teach; absent: a random one

---Lists the entries of this section that have the given values, in the order of loading; without values, all entries.
---@param given ScenariosArguments
---@return scenario_entry[] result
function scenarios(given) end

---A computer player.
---@class (exact) PlayerDeclaration
---@field name string its name for --players and seats: lower-case letters, digits, - and _, and none of human, random, careless, greedy, search, best. If two mods declare one name, each has the mod before it: marsh:bold
---@field answer fun(side: side, options: string[], worths: number[]): integer chooses an option and returns its number

---A computer player.
---@param declared PlayerDeclaration
function player(declared) end

---A function that other mods can use if they require or know this mod.
---@class (exact) OfferDeclaration
---@field name string its name, a word: lower-case letters, digits and _
---@field takes? string[] the types of its values, each with or without a name before it: {"stack", "depth: number"}; absent: none
---@field returns? string the type of its result; absent: none
---@field text? string its meaning, in a sentence
---@field call fun(a?: any, b?: any, c?: any, d?: any): any the function

---A function that other mods can use if they require or know this mod.
---@param declared OfferDeclaration
function offer(declared) end

---An event that the mod raises, for mods that require or know it.
---@class (exact) EventDeclaration
---@field name string its name, a word: lower-case letters, digits and _
---@field takes? string[] the types of its values, each with or without a name before it: {"stack", "depth: number"}; absent: none
---@field changes? string the name of the value that listeners may change; absent: none
---@field read_only? boolean whether its listeners are read-only, so that read-only hooks and functions can raise it
---@field text? string its meaning, in a sentence

---An event that the mod raises, for mods that require or know it.
---@param declared EventDeclaration
function event(declared) end

---A function of the mod that runs when another mod or the mod itself raises an event.
---@class (exact) OnDeclaration
---@field event string the mod and the event: "marsh.flooded"
---@field run fun(a?: any, b?: any, c?: any, d?: any): any the function to call with the event's values; its result, if not nil, replaces the value that may change

---A function of the mod that runs when another mod or the mod itself raises an event.
---@param declared OnDeclaration
function on(declared) end

---The battle begins: the units stand in the hex, and the first round has not begun.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is start.unit.
---@class (exact) BattleStartEvent
---@field unit unit? in an ability's script: the unit that has the ability; the hook is called once for each

---@alias onBattleStart fun(start: BattleStartEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param start BattleStartEvent
--   function onBattleStart(start)
--   end

---A round begins. No side has been asked anything about it.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is round.unit.
---@class (exact) RoundStartEvent
---@field number integer the round, from 1
---@field unit unit? in an ability's script: the unit that has the ability; the hook is called once for each

---@alias onRoundStart fun(round: RoundStartEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param round RoundStartEvent
--   function onRoundStart(round)
--   end

---Decides whether a unit may be named for a bout with characters or a monster that have no army (S7). If no unit may, the leftmost unit that fights in no other bout fights.
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---Can be canceled: return cancel("why").
---
---In an ability's script self is match.unit.
---
---Rule: S7.
---@class (exact) MatchEvent
---@field unit unit the unit

---@alias onMatch fun(match: MatchEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param match MatchEvent
--   function onMatch(match)
--   end

---Decides whether a character may lead the die of its side (S3.2). If none may, the side has no leader.
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---Can be canceled: return cancel("why").
---
---In an ability's script self is lead.unit.
---
---Rule: S3.2.
---@class (exact) LeadEvent
---@field unit unit the unit

---@alias onLead fun(lead: LeadEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param lead LeadEvent
--   function onLead(lead)
--   end

---Decides whether a unit may charge (S3.2).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---Can be canceled: return cancel("why").
---
---In an ability's script self is charge.unit.
---
---Rule: S3.2.
---@class (exact) ChargeEvent
---@field unit unit the unit

---@alias onCharge fun(charge: ChargeEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param charge ChargeEvent
--   function onCharge(charge)
--   end

---A unit charges. Both sides have already named the units that charge (S3.2).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is charge.unit.
---
---Rule: S3.2.
---@class (exact) ChargedEvent
---@field unit unit the unit

---@alias onCharged fun(charge: ChargedEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param charge ChargedEvent
--   function onCharged(charge)
--   end

---The strength with which a unit inflicts losses, in points (S3.2), before it is halved because the unit came over water. The loss that eliminates the unit belongs to onDefense.
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---In an ability's script self is strength.unit.
---
---Rule: S3.2.
---@class (exact) StrengthEvent
---@field unit unit the unit
---@field bonus integer (write it) what you assign is added to the base, before a charge multiplies it; 0 when you read it
---@field factor number (write it) what you assign multiplies the score as a charge does; 1 when you read it
---@field score integer (write it) the total so far; your change to it is applied last, after all other terms

---@alias onStrength fun(strength: StrengthEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param strength StrengthEvent
--   function onStrength(strength)
--   end

---Decides whether a unit counts as cavalry, archers or flyers, for the modifiers of the die (S3.2).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---In an ability's script self is count.unit.
---
---Rule: S3.2.
---@class (exact) CountsEvent
---@field unit unit the unit
---@field arm ("cavalry"|"archers"|"flyers") "cavalry", "archers" or "flyers"
---@field counts boolean (write it) whether the unit counts

---@alias onCounts fun(count: CountsEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param count CountsEvent
--   function onCounts(count)
--   end

---A side has rolled its die for a round (S3.2). The modifiers are not added yet.
---
---May change the battle: it may also roll, ask and remember.
---
---It is not about a unit: in an ability's script it has no self.
---
---Rule: S3.2.
---@class (exact) RolledEvent
---@field side side the side whose die it is
---@field die integer (write it) the number that the die shows, from 1 to its sides

---@alias onRolled fun(roll: RolledEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param roll RolledEvent
--   function onRolled(roll)
--   end

---The total of a side's die and its modifiers (S3.2).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---It is not about a unit: in an ability's script it has no self.
---
---Rule: S3.2.
---@class (exact) TotalEvent
---@field side side the side whose die it is
---@field bonus integer (write it) what you assign is added to the base, before a factor multiplies it; 0 when you read it
---@field factor number (write it) what you assign multiplies the score as a factor does; 1 when you read it
---@field score integer (write it) the total so far; your change to it is applied last, after all other terms

---@alias onTotal fun(total: TotalEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param total TotalEvent
--   function onTotal(total)
--   end

---The losses that a side must take in a round (S3.4). It is called for each side, even for a side without losses.
---
---May change the battle: it may also roll, ask and remember.
---
---It is not about a unit: in an ability's script it has no self.
---
---Rule: S3.4.
---@class (exact) LossesEvent
---@field side side the side that takes the losses
---@field points number (write it) points, from 0 to 100000, rounded to the nearest 200th of a point

---@alias onLosses fun(losses: LossesEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param losses LossesEvent
--   function onLosses(losses)
--   end

---The loss that eliminates a unit, in points (S3.5). A charge never changes it.
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---In an ability's script self is defense.unit.
---
---Rule: S3.5.
---@class (exact) DefenseEvent
---@field unit unit the unit
---@field bonus integer (write it) what you assign is added to the base, before terrain multiplies it; 0 when you read it
---@field factor number (write it) what you assign multiplies the score as terrain does; 1 when you read it
---@field score integer (write it) the total so far; your change to it is applied last, after all other terms

---@alias onDefense fun(defense: DefenseEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param defense DefenseEvent
--   function onDefense(defense)
--   end

---The greatest roll with which a unit passes a morale check (S5).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---In an ability's script self is morale.unit.
---
---Rule: S5.
---@class (exact) MoraleEvent
---@field unit unit the unit that checks morale
---@field after boolean true: the check after the losses (S3.6); false: a check because of a remainder (S3.5)
---@field bonus integer (write it) what you assign is added to the base, before a factor multiplies it; 0 when you read it
---@field factor number (write it) what you assign multiplies the score as a factor does; 1 when you read it
---@field score integer (write it) the total so far; your change to it is applied last, after all other terms

---@alias onMorale fun(morale: MoraleEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param morale MoraleEvent
--   function onMorale(morale)
--   end

---Decides whether a unit passes its morale check, once its die has been rolled (S5).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is check.unit.
---
---Rule: S5.
---@class (exact) CheckedEvent
---@field unit unit the unit that checks morale
---@field after boolean true: the check after the losses (S3.6); false: a check because of a remainder (S3.5)
---@field need integer the greatest roll that passes
---@field die integer the number that the die shows
---@field passed boolean (write it) whether the unit passes

---@alias onChecked fun(check: CheckedEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param check CheckedEvent
--   function onChecked(check)
--   end

---Decides whether a unit is demoralized that would be by the rules (S5). A unit that is demoralized already is eliminated instead.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is shaken.unit.
---
---Rule: S5.
---@class (exact) ShakenEvent
---@field unit unit the unit
---@field shaken boolean (write it) whether the unit is demoralized

---@alias onShaken fun(shaken: ShakenEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param shaken ShakenEvent
--   function onShaken(shaken)
--   end

---A unit has been demoralized (S5).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is shaken.unit.
---
---Rule: S5.
---@class (exact) DemoralizedEvent
---@field unit unit the unit

---@alias onDemoralized fun(shaken: DemoralizedEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param shaken DemoralizedEvent
--   function onDemoralized(shaken)
--   end

---A unit has returned to good order (S5).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is rally.unit.
---
---Rule: S5.
---@class (exact) RalliedEvent
---@field unit unit the unit

---@alias onRallied fun(rally: RalliedEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param rally RalliedEvent
--   function onRallied(rally)
--   end

---A unit, character or monster is about to be eliminated, in a battle or on the map. In a battle (battle.fights) it still stands, and may strike a last time (battle:attack).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is death.unit.
---@class (exact) DeathEvent
---@field unit unit the unit

---@alias onDeath fun(death: DeathEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param death DeathEvent
--   function onDeath(death)
--   end

---A unit, character or monster has been eliminated.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is loss.unit.
---@class (exact) LostEvent
---@field unit unit the unit

---@alias onLost fun(loss: LostEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param loss LostEvent
--   function onLost(loss)
--   end

---A character or monster has taken wounds (S7). If they reach its endurance, it dies next.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is wound.unit.
---
---Rule: S7.
---@class (exact) WoundedEvent
---@field unit unit the unit

---@alias onWounded fun(wound: WoundedEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param wound WoundedEvent
--   function onWounded(wound)
--   end

---A character that refused to fight has been captured (S7).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is caught.unit.
---
---Rule: S7.
---@class (exact) CaughtEvent
---@field unit unit the unit

---@alias onCaught fun(caught: CaughtEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param caught CaughtEvent
--   function onCaught(caught)
--   end

---A round ends: all units have checked morale, and none has left yet (S3.6).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is round.unit.
---
---Rule: S3.6.
---@class (exact) RoundEndEvent
---@field number integer the round, from 1
---@field unit unit? in an ability's script: the unit that has the ability; the hook is called once for each

---@alias onRoundEnd fun(round: RoundEndEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param round RoundEndEvent
--   function onRoundEnd(round)
--   end

---Decides whether a side may withdraw into a hex (S3.7). A side with no hex to withdraw to stays.
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---Can be canceled: return cancel("why").
---
---It is not about a unit: in an ability's script it has no self.
---
---Rule: S3.7.
---@class (exact) WithdrawEvent
---@field side side the side that withdraws
---@field hex hex the hex that the side withdraws into

---@alias onWithdraw fun(way: WithdrawEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param way WithdrawEvent
--   function onWithdraw(way)
--   end

---A side has withdrawn into a hex (S3.7).
---
---May change the battle: it may also roll, ask and remember.
---
---It is not about a unit: in an ability's script it has no self.
---
---Rule: S3.7.
---@class (exact) WithdrewEvent
---@field side side the side that withdraws
---@field hex hex the hex that the side withdraws into

---@alias onWithdrew fun(way: WithdrewEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param way WithdrewEvent
--   function onWithdrew(way)
--   end

---Decides whether a leader may try to react to a march, or to bring reinforcements into an adjacent hex (S3.1, S3.7).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---Can be canceled: return cancel("why").
---
---In an ability's script self is reinforce.unit.
---
---Rule: S3.1, S3.7.
---@class (exact) ReinforceEvent
---@field unit unit the unit

---@alias onReinforce fun(reinforce: ReinforceEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param reinforce ReinforceEvent
--   function onReinforce(reinforce)
--   end

---The total of a leader's dice and their modifiers, when it reacts or brings reinforcements (S3.1, S3.7).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---In an ability's script self is reaction.unit.
---
---Rule: S3.1, S3.7.
---@class (exact) ReactionEvent
---@field unit unit the leader
---@field bonus integer (write it) what you assign is added to the base, before a factor multiplies it; 0 when you read it
---@field factor number (write it) what you assign multiplies the score as a factor does; 1 when you read it
---@field score integer (write it) the total so far; your change to it is applied last, after all other terms

---@alias onReaction fun(reaction: ReactionEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param reaction ReactionEvent
--   function onReaction(reaction)
--   end

---A unit or its leader has entered a hex in a reaction or as a reinforcement (S3.1, S3.7).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is arrival.unit.
---
---Rule: S3.1, S3.7.
---@class (exact) ArrivedEvent
---@field unit unit the unit

---@alias onArrived fun(arrival: ArrivedEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param arrival ArrivedEvent
--   function onArrived(arrival)
--   end

---Decides which side wins the hex, once the battle is over (S3.7).
---
---May change the battle: it may also roll, ask and remember.
---
---It is not about a unit: in an ability's script it has no self.
---
---Rule: S3.7.
---@class (exact) WinnerEvent
---@field winner side? (write it) the side that wins the hex; nil: none

---@alias onWinner fun(finish: WinnerEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param finish WinnerEvent
--   function onWinner(finish)
--   end

---The battle is over.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is finish.unit.
---@class (exact) BattleEndEvent
---@field winner side? the side that holds the hex; nil: none
---@field rounds integer the number of rounds that were fought; 0: the battle was decided before the first
---@field unit unit? in an ability's script: the unit that has the ability; the hook is called once for each

---@alias onBattleEnd fun(finish: BattleEndEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param finish BattleEndEvent
--   function onBattleEnd(finish)
--   end

---The campaign begins: all units stand on the map, and the first turn has not begun.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is start.unit.
---@class (exact) CampaignStartEvent
---@field unit unit? in an ability's script: the unit that has the ability; the hook is called once for each

---@alias onCampaignStart fun(start: CampaignStartEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param start CampaignStartEvent
--   function onCampaignStart(start)
--   end

---A game turn begins. Sieges have counted one more turn; no stack has been checked against its limit yet (S1).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is turn.unit.
---
---Rule: S1.
---@class (exact) TurnStartEvent
---@field number integer the turn, from 1
---@field unit unit? in an ability's script: the unit that has the ability; the hook is called once for each

---@alias onTurnStart fun(turn: TurnStartEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param turn TurnStartEvent
--   function onTurnStart(turn)
--   end

---The weight of a unit for stacking (S1), before a siege multiplies it.
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---In an ability's script self is weight.unit.
---
---Rule: S1.
---@class (exact) WeightEvent
---@field unit unit the unit
---@field bonus integer (write it) what you assign is added to the base, before a factor multiplies it; 0 when you read it
---@field factor number (write it) what you assign multiplies the score as a factor does; 1 when you read it
---@field score integer (write it) the total so far; your change to it is applied last, after all other terms

---@alias onWeight fun(weight: WeightEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param weight WeightEvent
--   function onWeight(weight)
--   end

---The greatest weight that a side may have in a hex (S1).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---It is not about a unit: in an ability's script it has no self.
---
---Rule: S1.
---@class (exact) LimitEvent
---@field side side the stack's side
---@field hex hex the hex of the stack
---@field bonus integer (write it) what you assign is added to the base, before a factor multiplies it; 0 when you read it
---@field factor number (write it) what you assign multiplies the score as a factor does; 1 when you read it
---@field score integer (write it) the total so far; your change to it is applied last, after all other terms

---@alias onLimit fun(limit: LimitEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param limit LimitEvent
--   function onLimit(limit)
--   end

---The die of a stack above its limit has been rolled (S1). It decides whether the stack loses one more unit.
---
---May change the battle: it may also roll, ask and remember.
---
---It is not about a unit: in an ability's script it has no self.
---
---Rule: S1.
---@class (exact) HungerEvent
---@field side side the stack's side
---@field hex hex the hex of the stack
---@field die integer (write it) the number that the die shows, from 1 to its sides

---@alias onHunger fun(roll: HungerEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param roll HungerEvent
--   function onHunger(roll)
--   end

---A side's part of a turn begins, in which it rallies, moves and fights.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is turn.unit.
---@class (exact) SideStartEvent
---@field number integer the turn, from 1
---@field side side the side whose part of the turn it is
---@field unit unit? in an ability's script: the unit that has the ability; the hook is called once for each

---@alias onSideStart fun(turn: SideStartEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param turn SideStartEvent
--   function onSideStart(turn)
--   end

---Decides how many units of its race a character may rally (S5).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---In an ability's script self is rallies.unit.
---
---Rule: S5.
---@class (exact) RalliesEvent
---@field unit unit the character
---@field bonus integer (write it) what you assign is added to the base, before a factor multiplies it; 0 when you read it
---@field factor number (write it) what you assign multiplies the score as a factor does; 1 when you read it
---@field score integer (write it) the total so far; your change to it is applied last, after all other terms

---@alias onRallies fun(rallies: RalliesEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param rallies RalliesEvent
--   function onRallies(rallies)
--   end

---The movement allowance of a unit (S2). Reactions use the printed allowance (S3.1).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---In an ability's script self is allowance.unit.
---
---Rule: S2, S3.1.
---@class (exact) AllowanceEvent
---@field unit unit the unit
---@field bonus integer (write it) what you assign is added to the base, before a factor multiplies it; 0 when you read it
---@field factor number (write it) what you assign multiplies the score as a factor does; 1 when you read it
---@field score integer (write it) the total so far; your change to it is applied last, after all other terms

---@alias onAllowance fun(allowance: AllowanceEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param allowance AllowanceEvent
--   function onAllowance(allowance)
--   end

---Decides whether a unit may move (S2).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---Can be canceled: return cancel("why").
---
---In an ability's script self is march.unit.
---
---Rule: S2.
---@class (exact) MarchEvent
---@field unit unit the unit

---@alias onMarch fun(march: MarchEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param march MarchEvent
--   function onMarch(march)
--   end

---Decides whether a side may give its units an order other than march and stay (S2, S4).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---Can be canceled: return cancel("why").
---
---It is not about a unit: in an ability's script it has no self.
---
---Rule: S2, S4.
---@class (exact) CommandEvent
---@field side side the units' side
---@field hex hex the hex of the order
---@field order ("stay"|"march"|"enter"|"leave"|"sortie"|"assault"|"breach"|"react") "enter", "leave", "sortie", "assault" or "breach"

---@alias onCommand fun(command: CommandEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param command CommandEvent
--   function onCommand(command)
--   end

---Decides whether units of a side may step from one hex into an adjacent hex (S2).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---Can be canceled: return cancel("why").
---
---It is not about a unit: in an ability's script it has no self.
---
---Rule: S2.
---@class (exact) EnterEvent
---@field side side the units' side
---@field from hex the hex that the units leave
---@field to hex the hex that the units enter

---@alias onEnter fun(step: EnterEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param step EnterEvent
--   function onEnter(step)
--   end

---The movement points that a unit pays to step from one hex into an adjacent hex (S2).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---In an ability's script self is cost.unit.
---
---Rule: S2.
---@class (exact) CostEvent
---@field unit unit the unit
---@field from hex the hex that the units leave
---@field to hex the hex that the units enter
---@field bonus integer (write it) what you assign is added to the base, before a factor multiplies it; 0 when you read it
---@field factor number (write it) what you assign multiplies the score as a factor does; 1 when you read it
---@field score integer (write it) the total so far; your change to it is applied last, after all other terms

---@alias onCost fun(cost: CostEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param cost CostEvent
--   function onCost(cost)
--   end

---A die that decides the cost of a step has been rolled (S2).
---
---May change the battle: it may also roll, ask and remember.
---
---It is not about a unit: in an ability's script it has no self.
---
---Rule: S2.
---@class (exact) WayDieEvent
---@field side side the units' side
---@field from hex the hex that the units leave
---@field to hex the hex that the units enter
---@field die integer (write it) the number that the die shows, from 1 to its sides

---@alias onWayDie fun(roll: WayDieEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param roll WayDieEvent
--   function onWayDie(roll)
--   end

---A group has made a step, and no enemy has reacted yet (S3.1).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is move.unit.
---
---Rule: S3.1.
---@class (exact) MovedEvent
---@field unit unit the first of the group

---@alias onMoved fun(move: MovedEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param move MovedEvent
--   function onMoved(move)
--   end

---Decides whether the owner of a site may decline battle, which begins a siege (S4).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---Can be canceled: return cancel("why").
---
---It is not about a unit: in an ability's script it has no self.
---
---Rule: S4.
---@class (exact) DeclineEvent
---@field side side the side that besieges
---@field hex hex the besieged site; of several walled hexes the first
---@field turns integer the number of turns that the siege has lasted

---@alias onDecline fun(siege: DeclineEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param siege DeclineEvent
--   function onDecline(siege)
--   end

---Decides whether a walled place may be besieged (S4).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---Can be canceled: return cancel("why").
---
---It is not about a unit: in an ability's script it has no self.
---
---Rule: S4.
---@class (exact) BesiegeEvent
---@field side side the side that besieges
---@field hex hex the besieged site; of several walled hexes the first
---@field turns integer the number of turns that the siege has lasted

---@alias onBesiege fun(siege: BesiegeEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param siege BesiegeEvent
--   function onBesiege(siege)
--   end

---A siege has begun (S4).
---
---May change the battle: it may also roll, ask and remember.
---
---It is not about a unit: in an ability's script it has no self.
---
---Rule: S4.
---@class (exact) SiegeStartEvent
---@field side side the side that besieges
---@field hex hex the besieged site; of several walled hexes the first
---@field turns integer the number of turns that the siege has lasted

---@alias onSiegeStart fun(siege: SiegeStartEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param siege SiegeStartEvent
--   function onSiegeStart(siege)
--   end

---A unit in an assault has rolled its die (S4).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is roll.unit.
---
---Rule: S4.
---@class (exact) AssaultDieEvent
---@field unit unit the unit
---@field die integer (write it) the number that the die shows, from 1 to its sides

---@alias onAssaultDie fun(roll: AssaultDieEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param roll AssaultDieEvent
--   function onAssaultDie(roll)
--   end

---The number that a die of a breach must stay below (S4).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---It is not about a unit: in an ability's script it has no self.
---
---Rule: S4.
---@class (exact) BreachEvent
---@field side side the side that besieges
---@field hex hex the besieged site; of several walled hexes the first
---@field turns integer the number of turns that the siege has lasted
---@field number integer 1: the die against the turns of the siege; 2: the die against the number of besieging units
---@field bonus integer (write it) what you assign is added to the base, before a factor multiplies it; 0 when you read it
---@field factor number (write it) what you assign multiplies the score as a factor does; 1 when you read it
---@field score integer (write it) the total so far; your change to it is applied last, after all other terms

---@alias onBreach fun(breach: BreachEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param breach BreachEvent
--   function onBreach(breach)
--   end

---A die of a breach has been rolled (S4).
---
---May change the battle: it may also roll, ask and remember.
---
---It is not about a unit: in an ability's script it has no self.
---
---Rule: S4.
---@class (exact) BreachDieEvent
---@field side side the side that besieges
---@field hex hex the besieged site; of several walled hexes the first
---@field turns integer the number of turns that the siege has lasted
---@field die integer (write it) the number that the die shows, from 1 to its sides

---@alias onBreachDie fun(roll: BreachDieEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param roll BreachDieEvent
--   function onBreachDie(roll)
--   end

---A siege has ended: it was lifted, or no unit is left inside (S4).
---
---May change the battle: it may also roll, ask and remember.
---
---It is not about a unit: in an ability's script it has no self.
---
---Rule: S4.
---@class (exact) SiegeEndEvent
---@field side side the side that besieges
---@field hex hex the besieged site; of several walled hexes the first
---@field turns integer the number of turns that the siege has lasted

---@alias onSiegeEnd fun(siege: SiegeEndEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param siege SiegeEndEvent
--   function onSiegeEnd(siege)
--   end

---Decides whether a side knows an enemy unit and its hex (S6). The script of an ability is called if the unit looked at has the ability.
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---In an ability's script self is glance.unit.
---
---Rule: S6.
---@class (exact) SeesEvent
---@field side side the side that looks
---@field unit unit the unit that it looks at
---@field sees boolean (write it) whether the side knows the unit

---@alias onSees fun(glance: SeesEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param glance SeesEvent
--   function onSees(glance)
--   end

---A place has a new owner: the only side with an army there (S0).
---
---May change the battle: it may also roll, ask and remember.
---
---It is not about a unit: in an ability's script it has no self.
---
---Rule: S0.
---@class (exact) TakenEvent
---@field side side the new owner
---@field hex hex the hex of the place

---@alias onTaken fun(place: TakenEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param place TakenEvent
--   function onTaken(place)
--   end

---A side has moved and fought, and now owns the places that it has won.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is turn.unit.
---@class (exact) SideEndEvent
---@field number integer the turn, from 1
---@field side side the side whose part of the turn it is
---@field unit unit? in an ability's script: the unit that has the ability; the hook is called once for each

---@alias onSideEnd fun(turn: SideEndEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param turn SideEndEvent
--   function onSideEnd(turn)
--   end

---The points that a side has for its goals (S0).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---It is not about a unit: in an ability's script it has no self.
---
---Rule: S0.
---@class (exact) PointsEvent
---@field side side the side whose goals they are
---@field bonus integer (write it) what you assign is added to the base, before a factor multiplies it; 0 when you read it
---@field factor number (write it) what you assign multiplies the score as a factor does; 1 when you read it
---@field score integer (write it) the total so far; your change to it is applied last, after all other terms

---@alias onPoints fun(points: PointsEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param points PointsEvent
--   function onPoints(points)
--   end

---Decides which side wins the campaign, once it is over (S0).
---
---May change the battle: it may also roll, ask and remember.
---
---It is not about a unit: in an ability's script it has no self.
---
---Rule: S0.
---@class (exact) VictorEvent
---@field winner side? (write it) the side that wins the campaign; nil: none

---@alias onVictor fun(finish: VictorEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param finish VictorEvent
--   function onVictor(finish)
--   end

---The campaign is over.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is finish.unit.
---@class (exact) CampaignEndEvent
---@field winner side? the side that has won it; nil: none
---@field turns integer the number of turns that were played
---@field unit unit? in an ability's script: the unit that has the ability; the hook is called once for each

---@alias onCampaignEnd fun(finish: CampaignEndEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param finish CampaignEndEvent
--   function onCampaignEnd(finish)
--   end
