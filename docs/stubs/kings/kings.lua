---@meta houserule.kings

-- The names that scripts of mods for kings can see. Written by houserule mod stubs: do
-- not edit it, and do not run it.

---A hook returns this to forbid its action.
---@class Canceled

---Forbids the action of the hook: return cancel("why").
---@param why? string what the player is told
---@return Canceled
function cancel(why) end

---In an ability's script: the counter that has the ability.
---@type counter
self = nil

---A counter: a creature, a special character, a building, an income counter or a magic item.
---@class (exact) counter
---@field name string its short name: "a1", "d3"
---@field thing string the id of its entry in the data
---@field entry thing_entry? its entry in the data, with the fields that mods declare
---@field kind ("creature"|"special"|"building"|"income"|"item") "creature", "special", "building", "income" or "item"
---@field side side the side that plays it
---@field terrain string the id of the terrain that a creature comes from; empty for other counters
---@field fort boolean whether it is a building that is neither village nor city
---@field next_level string of a building: the id of the building that is left when it loses a level; empty: none (K5.3)
---@field printed integer its printed combat value
---@field value integer the greatest roll with which it hits now (K2.1), without changes by onValue
---@field marks ("fly"|"magic"|"range"|"charge")[] its marks now: "fly", "magic", "range", "charge"
---@field printed_marks ("fly"|"magic"|"range"|"charge")[] its printed marks
---@field status ("standing"|"held"|"in play"|"eliminated"|"neutralized"|"elsewhere") "standing", "held" (an item that has not been played), "in play" (an item that does not fight), "eliminated", "neutralized" or "elsewhere" (in a neighboring hex)
---@field stands boolean whether it stands in the hex and fights
---@field hits integer the number of hits that a building has taken (K3.3)
---@field left integer the number of hits that it can still take; 0 if it does not stand
---@field step ("magic"|"ranged"|"melee") the step in which it fights at the moment: "magic", "ranged" or "melee" (K1.3)
---@field fought boolean whether it has rolled in this round (K1.3)
---@field aims boolean whether its hits wait for a script to assign them: battle:aim
---@field aimed integer the number of hits that wait
---@field bearer counter? of an item in play: the counter that bears it
---@field items counter[] the items in play that it bears
---@field hex hex? the neighboring hex in which it stands; nil: its status is not "elsewhere"
local counter_ = {}

---Reports whether it has an ability by its entry in the data.
---@param ability string its id
---@return boolean result
function counter_:has(ability) end

---Reports whether a hit of this step may be taken on it (K3.1).
---@return boolean result
function counter_:may_take() end

---Returns the greatest roll with which it hits now (K2.1), with changes by onValue.
---@return integer result
function counter_:combat_value() end

---Returns the number of dice that it rolls in the present step (K2.1), with changes by onDice.
---@return integer result
function counter_:dice() end

---Returns the value remembered under a name; nil: none.
---@param name string a name that the mod chooses
---@return any result
function counter_:recall(name) end

---Keeps a value under a name until the battle ends: true or false, a number, or a short text. The value nil forgets it.
---
---Not for read-only hooks.
---@param name string a name that the mod chooses
---@param value? any the value to keep
function counter_:remember(name, value) end

---One of the two to four sides.
---@class (exact) side
---@field name string "attacker", "attacker2", "attacker3" or "defender"
---@field defends boolean whether it is the defender (K1.1)
---@field fights boolean whether it is in the battle: one of its counters stands in the hex (K1.2)
---@field target side? the side that it attacks; nil: none yet (K1.2)
---@field enemies side[] all other sides that are in the battle
---@field hits integer the number of hits that it must still take in this step
---@field counters counter[] its counters that stand in the hex and fight
---@field items counter[] its magic items that are held or in play
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

---A hex adjacent to the hex of the battle (K4.2).
---@class (exact) hex
---@field name string its name: "north"
---@field owner side? the side that controls it; nil: none
---@field enemies boolean whether enemies of its owner stand in it, too (K4.2)
---@field counters counter[] its owner's counters that stand in it, from the start or after a retreat
local hex_ = {}

---The battle.
---@class (exact) battle
---@field round integer the present round, from 1; 0 before the first round
---@field step ("magic"|"ranged"|"melee") the present step: "magic", "ranged" or "melee"
---@field terrain string the id of the hex's terrain; empty: not given
---@field scenario scenario_entry? the scenario that is played, with the fields that mods declare; nil: none
---@field unexplored boolean whether its own inhabitants defend the hex (K1.1)
---@field die integer the number of sides of the die; 6 by the rules
---@field rolled integer? the number that the rolled die shows, while items may change it (K1.2)
---@field need integer? the greatest roll of that die that hits
---@field defender side the side that defends the hex
---@field sides side[] all sides, attackers in turn order, the defender last
---@field counters counter[] all counters that stand in the hex and fight, in the order of listings
---@field hexes hex[] the neighboring hexes
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

---Deals a hit that nothing can avert: it eliminates a creature, or lowers the value of a building by 1.
---
---Not for read-only hooks.
---@param counter counter the counter that takes it
function battle_:wound(counter) end

---Deals a counter a hit of this step. The counter must be allowed to take it (K3.1), and may be saved from it (K3.2).
---
---Not for read-only hooks.
---@param counter counter the counter that takes it
function battle_:hit(counter) end

---Makes a counter roll its dice of the present step, whether or not it has fought; all hooks of rolls are called. The hits are taken at once, on counters that the player of the target side chooses (K3.1). The counter must stand in the hex, and the target side must be in the battle (side.fights).
---
---Not for read-only hooks.
---@param by counter the counter that rolls
---@param at? side the target side; if not given, the target of the counter's own side (K1.2)
---@param value? integer the greatest roll that hits, in place of the counter's own value (K2.1)
---@param among? counter[] the counters that may take the hits; if not given, all counters that may by the rules
---@return integer result the number of hits
function battle_:attack(by, at, value, among) end

---Returns a counter or an item to the cup. It does nothing if the counter or item is already there.
---
---Not for read-only hooks.
---@param counter counter the counter or item
function battle_:discard(counter) end

---Makes a standing counter fight for another side from now on.
---
---Not for read-only hooks.
---@param counter counter the counter that changes its side
---@param side side the side for which it fights
function battle_:change(counter, side) end

---Adds a counter to a side. It fights in this round if its step is still to come.
---
---Not for read-only hooks.
---@param side side the counter's side
---@param thing string the id of the thing, which may not be an item
---@return counter result the new counter
function battle_:join(side, thing) end

---Replaces the marks of a counter.
---
---Not for read-only hooks.
---@param counter counter the counter
---@param marks string[] some of "fly", "magic", "range", "charge"
function battle_:mark(counter, marks) end

---Adds to a counter's value for its rolls, from now on. The number of hits that it can take stays the same.
---
---Not for read-only hooks.
---@param counter counter the counter
---@param add integer the number to add, from -1000 to 1000
function battle_:strengthen(counter, add) end

---Makes the hits that a counter scores wait, from now on, instead of counting against its enemy. The field aimed counts them, and the script can assign them in onLosses. With false, ends this and drops the hits that wait.
---
---Not for read-only hooks.
---@param counter counter the counter
---@param aims boolean whether its hits wait
function battle_:aim(counter, aims) end

---Gives an item in play to another counter, or takes it from its counter.
---
---Not for read-only hooks.
---@param item counter the item
---@param on? counter the counter that bears it from now on; none if not given
function battle_:bear(item, on) end

---Plays an item that a side holds, out of turn. The script of the item runs.
---
---Not for read-only hooks.
---@param item counter the item
---@param on? counter the counter that bears it
function battle_:play(item, on) end

---Adds to the hits that a side must take in this step.
---
---Not for read-only hooks.
---@param side side the side that takes them
---@param hits integer the number of hits, from -1000 to 1000; a number below 0 removes hits
function battle_:score(side, hits) end

---Makes a side retreat at once, if it has a hex to retreat into (K4.2). If there are several, its player chooses.
---
---Not for read-only hooks.
---@param side side the side
---@return boolean result whether the side had a hex to retreat into
function battle_:drive(side) end

---Changes the result of the rolled die, while items may change it (K1.2). The result may go beyond the faces: 1 more than a 6 is a 7.
---
---Not for read-only hooks.
---@param counts integer the new result, from -1000 to 1000
function battle_:turn_die(counts) end

---Asks a side's player to choose one of several counters. Computer players choose the most valuable one.
---
---Not for read-only hooks.
---@param side side the side that is asked
---@param question string the question, a sentence
---@param counters counter[] the counters, at least one
---@param worths? integer[] the value of each counter for computer players, from -1000 to 1000; if not given, the hits that it scores in a round
---@return counter result the chosen counter
function battle_:pick(side, question, counters, worths) end

---An entry of the data. A counter: a creature, a special character, a building, a special income counter or a magic item. `[thing.ID]`
---@class (exact) thing_entry
---@field id string its id
---@field name string its name
---@field kind ("creature"|"special"|"building"|"income"|"item") creature, special character, building, special income counter, or magic item
---@field terrain string the id of the terrain that a creature comes from
---@field value integer its combat value: its die hits if it does not exceed the value (K2.1), and a building can take that many hits (K3.3)
---@field marks ("fly"|"magic"|"range"|"charge")[] the marks beside the value: magic and range give the step in which it fights (K1.3), and with charge it rolls more dice in melee (K2.1)
---@field counters integer number of its counters in the game; absent: 1
---@field class ("fort"|"village"|"city") the kind of building
---@field next_level string of a building: the id of its next lower level (K5.3); absent: none
---@field fights boolean of an item: whether it becomes a counter of its side when played
---@field abilities string[] the ids of its abilities
---@field text string a line of flavor text
local thing_entry_ = {}

---An entry of the data. An ability, which gives a thing more than its value and its marks. `[ability.ID]`
---@class (exact) ability_entry
---@field id string its id
---@field name string its name
---@field text string what it does, in a sentence
---@field rule string the paragraph of the rulebook
---@field saves integer number of rolls in a combat round that may save its bearer from a hit (K3.2)
---@field save integer[] [first, last] face that saves the bearer
---@field immune ("magic"|"ranged"|"melee")[] the steps whose hits its bearer cannot take
---@field hits_forts integer number of hits on each enemy fort before the battle
---@field exposed boolean of an item on a counter: whether it may take a hit, which discards it
---@field script string a Lua file of the mod's folder, whose hooks are called for counters that have the ability
local ability_entry_ = {}

---An entry of the data. A terrain, of a hex and of the creatures that come from it. `[terrain.ID]`
---@class (exact) terrain_entry
---@field id string its id
---@field name string its name
---@field text string a description, in a sentence
---@field color ("red"|"green"|"yellow"|"blue"|"cyan"|"white"|"gray") its color on a web page; absent: none
local terrain_entry_ = {}

---An entry of the data. A battle to play. `[scenario.ID]`
---@class (exact) scenario_entry
---@field id string its id
---@field name string its title
---@field text string its subject, in a sentence or two
---@field round_limit integer combat rounds after which the defender keeps the hex; absent: the limit of the rules
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
---@return thing_entry result
function thing_entry(id) end

---@class (exact) ThingsArguments
---@field id? string its id
---@field name? string its name
---@field kind? ("creature"|"special"|"building"|"income"|"item") creature, special character, building, special income counter, or magic item
---@field terrain? string the id of the terrain that a creature comes from
---@field value? integer its combat value: its die hits if it does not exceed the value (K2.1), and a building can take that many hits (K3.3)
---@field marks? ("fly"|"magic"|"range"|"charge") the marks beside the value: magic and range give the step in which it fights (K1.3), and with charge it rolls more dice in melee (K2.1)
---@field counters? integer number of its counters in the game; absent: 1
---@field class? ("fort"|"village"|"city") the kind of building
---@field next_level? string of a building: the id of its next lower level (K5.3); absent: none
---@field fights? boolean of an item: whether it becomes a counter of its side when played
---@field abilities? string the ids of its abilities
---@field text? string a line of flavor text

---Lists the entries of this section that have the given values, in the order of loading; without values, all entries.
---@param given ThingsArguments
---@return thing_entry[] result
function things(given) end

---Finds the entry of this section that has an id.
---@param id string the id, short or full
---@return ability_entry result
function ability_entry(id) end

---@class (exact) AbilitiesArguments
---@field id? string its id
---@field name? string its name
---@field text? string what it does, in a sentence
---@field rule? string the paragraph of the rulebook
---@field saves? integer number of rolls in a combat round that may save its bearer from a hit (K3.2)
---@field save? integer [first, last] face that saves the bearer
---@field immune? ("magic"|"ranged"|"melee") the steps whose hits its bearer cannot take
---@field hits_forts? integer number of hits on each enemy fort before the battle
---@field exposed? boolean of an item on a counter: whether it may take a hit, which discards it
---@field script? string a Lua file of the mod's folder, whose hooks are called for counters that have the ability

---Lists the entries of this section that have the given values, in the order of loading; without values, all entries.
---@param given AbilitiesArguments
---@return ability_entry[] result
function abilities(given) end

---Finds the entry of this section that has an id.
---@param id string the id, short or full
---@return terrain_entry result
function terrain_entry(id) end

---@class (exact) TerrainsArguments
---@field id? string its id
---@field name? string its name
---@field text? string a description, in a sentence
---@field color? ("red"|"green"|"yellow"|"blue"|"cyan"|"white"|"gray") its color on a web page; absent: none

---Lists the entries of this section that have the given values, in the order of loading; without values, all entries.
---@param given TerrainsArguments
---@return terrain_entry[] result
function terrains(given) end

---Finds the entry of this section that has an id.
---@param id string the id, short or full
---@return scenario_entry result
function scenario_entry(id) end

---@class (exact) ScenariosArguments
---@field id? string its id
---@field name? string its title
---@field text? string its subject, in a sentence or two
---@field round_limit? integer combat rounds after which the defender keeps the hex; absent: the limit of the rules
---@field seed? integer the seed if a person plays, for scenarios that teach; absent: a random one

---Lists the entries of this section that have the given values, in the order of loading; without values, all entries.
---@param given ScenariosArguments
---@return scenario_entry[] result
function scenarios(given) end

---The effect of playing a magic item (K1.2). Write it in the script of an ability, for all items that have the ability, or name the ability.
---@class (exact) ItemDeclaration
---@field ability? string the id of the ability; if not given, the ability of the script
---@field on? string the counters that may bear it: "nobody" (the default), "friend", "enemy" or "any"; or "die": it is played after a die to hit has been rolled, before the die counts
---@field legal? fun(item: counter, on: counter?): string? returns whether it may be played: nil, or the reason why not
---@field play fun(item: counter, on: counter?) carries out the effect, once the item is in play; an item that fights then stands in the hex
---@field worth? fun(item: counter, on: counter?): number returns its value for computer players, in points of combat value; they play items with a value above 0

---The effect of playing a magic item (K1.2). Write it in the script of an ability, for all items that have the ability, or name the ability.
---@param declared ItemDeclaration
function item(declared) end

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

---The battle begins: the counters stand in the hex, hits before the battle have been taken (K6), and the first round has not begun.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is start.counter.
---
---Rule: K6.
---@class (exact) BattleStartEvent
---@field counter counter? in an ability's script: the counter or item in play that has the ability; the hook is called once for each

---@alias onBattleStart fun(start: BattleStartEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param start BattleStartEvent
--   function onBattleStart(start)
--   end

---A round begins, before any side names the side that it attacks (K1.2).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is round.counter.
---
---Rule: K1.2.
---@class (exact) RoundStartEvent
---@field number integer the round, from 1
---@field counter counter? in an ability's script: the counter or item in play that has the ability; the hook is called once for each

---@alias onRoundStart fun(round: RoundStartEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param round RoundStartEvent
--   function onRoundStart(round)
--   end

---Decides whether a side may attack another (K1.2). A side that may attack no other does not fight.
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---Can be canceled: return cancel("why").
---
---It is not about a counter: in an ability's script it has no self.
---
---Rule: K1.2.
---@class (exact) AttackEvent
---@field by side the side that attacks
---@field at side the side that is attacked

---@alias onAttack fun(attack: AttackEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param attack AttackEvent
--   function onAttack(attack)
--   end

---A side has named the side that it attacks (K1.2), or had no other to name.
---
---May change the battle: it may also roll, ask and remember.
---
---It is not about a counter: in an ability's script it has no self.
---
---Rule: K1.2.
---@class (exact) NamedEvent
---@field by side the side that attacks
---@field at side the side that is attacked

---@alias onNamed fun(attack: NamedEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param attack NamedEvent
--   function onNamed(attack)
--   end

---Decides whether an item may be played now, and on whom (K1.2). It is called for each counter on which the item could be played.
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---Can be canceled: return cancel("why").
---
---In an ability's script self is play.item.
---
---Rule: K1.2.
---@class (exact) PlayableEvent
---@field item counter the item
---@field on counter? the counter that bears it, or that rolled the die; nil: none

---@alias onPlayable fun(play: PlayableEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param play PlayableEvent
--   function onPlayable(play)
--   end

---An item has been played and has had its effect.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is play.item.
---@class (exact) PlayedEvent
---@field item counter the item
---@field on counter? the counter that bears it, or that rolled the die; nil: none

---@alias onPlayed fun(play: PlayedEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param play PlayedEvent
--   function onPlayed(play)
--   end

---A step begins: items have been played, and no counter has rolled in it (K1.2).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is step.counter.
---
---Rule: K1.2.
---@class (exact) StepStartEvent
---@field step ("magic"|"ranged"|"melee") "magic", "ranged" or "melee"
---@field counter counter? in an ability's script: the counter or item in play that has the ability; the hook is called once for each

---@alias onStepStart fun(step: StepStartEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param step StepStartEvent
--   function onStepStart(step)
--   end

---Decides in which step a counter fights (K1.3). A counter never fights twice in a round.
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---In an ability's script self is fight.counter.
---
---Rule: K1.3.
---@class (exact) FightsEvent
---@field counter counter the counter
---@field step ("magic"|"ranged"|"melee") (write it) "magic", "ranged" or "melee"

---@alias onFights fun(fight: FightsEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param fight FightsEvent
--   function onFights(fight)
--   end

---Decides how many dice a counter rolls in its step (K2.1). It is called again after each die.
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---In an ability's script self is dice.counter.
---
---Rule: K2.1.
---@class (exact) DiceEvent
---@field counter counter the counter that rolls
---@field count integer (write it) dice; 0: it does not roll

---@alias onDice fun(dice: DiceEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param dice DiceEvent
--   function onDice(dice)
--   end

---The greatest roll with which a counter hits (K2.1). The number of hits that the counter can take stays the same.
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---In an ability's script self is value.counter.
---
---Rule: K2.1.
---@class (exact) ValueEvent
---@field counter counter the counter that rolls
---@field bonus integer (write it) what you assign is added to the base, before a factor multiplies it; 0 when you read it
---@field factor number (write it) what you assign multiplies the score as a factor does; 1 when you read it
---@field score integer (write it) the total so far; your change to it is applied last, after all other terms

---@alias onValue fun(value: ValueEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param value ValueEvent
--   function onValue(value)
--   end

---A counter has rolled a die to hit. Items may change its result afterwards (K1.2).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is roll.counter.
---
---Rule: K1.2.
---@class (exact) RollEvent
---@field counter counter the counter that has rolled
---@field need integer the greatest roll that hits
---@field at side? the side that the counter attacks; nil: not named yet
---@field scripted boolean whether a script makes the counter roll (battle:attack)
---@field die integer (write it) the number that the die shows, from 1 to its sides

---@alias onRoll fun(roll: RollEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param roll RollEvent
--   function onRoll(roll)
--   end

---Decides how many hits a die scores, once its result is final; 1 or 0 by the rules.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is roll.counter.
---@class (exact) HitEvent
---@field counter counter the counter that has rolled
---@field need integer the greatest roll that hits
---@field at side? the side that the counter attacks; nil: not named yet
---@field scripted boolean whether a script makes the counter roll (battle:attack)
---@field die integer the number that the die shows
---@field hits integer (write it) hits

---@alias onHit fun(roll: HitEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param roll HitEvent
--   function onHit(roll)
--   end

---All counters have rolled in a step, and no losses have been taken yet (K2.2).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is step.counter.
---
---Rule: K2.2.
---@class (exact) LossesEvent
---@field step ("magic"|"ranged"|"melee") "magic", "ranged" or "melee"
---@field counter counter? in an ability's script: the counter or item in play that has the ability; the hook is called once for each

---@alias onLosses fun(step: LossesEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param step LossesEvent
--   function onLosses(step)
--   end

---Decides how many hits a side takes in a step, after shields have stopped some of them (K3.1). It is called for each side, even for a side without hits.
---
---May change the battle: it may also roll, ask and remember.
---
---It is not about a counter: in an ability's script it has no self.
---
---Rule: K3.1.
---@class (exact) SufferEvent
---@field side side the side that takes them
---@field hits integer (write it) hits

---@alias onSuffer fun(suffer: SufferEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param suffer SufferEvent
--   function onSuffer(suffer)
--   end

---Decides whether a hit of this step may be taken on a counter (K3.1).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---Can be canceled: return cancel("why").
---
---In an ability's script self is take.counter.
---
---Rule: K3.1.
---@class (exact) TakeEvent
---@field counter counter the counter that would take it

---@alias onTake fun(take: TakeEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param take TakeEvent
--   function onTake(take)
--   end

---A counter is hit. The hook decides which faces of a die save it (K3.2); if last is 0, the counter rolls no die.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is save.counter.
---
---Rule: K3.2.
---@class (exact) SaveEvent
---@field counter counter the counter that is hit
---@field by counter? the counter that scores the hit for a script (battle:attack); nil: the hit is not from a script
---@field first integer (write it) the least face that saves it
---@field last integer (write it) the greatest face that saves it; 0: none

---@alias onSave fun(save: SaveEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param save SaveEvent
--   function onSave(save)
--   end

---Decides whether a counter that is hit is saved, once its die has been rolled (K3.2).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is save.counter.
---
---Rule: K3.2.
---@class (exact) SavedEvent
---@field counter counter the counter that is hit
---@field die integer the number that the die shows
---@field by counter? the counter that scores the hit for a script (battle:attack); nil: the hit is not from a script
---@field saved boolean (write it) whether the counter is saved

---@alias onSaved fun(save: SavedEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param save SavedEvent
--   function onSaved(save)
--   end

---A hit that nothing can avert is about to land (K3.1). The counter still stands, and may strike a last time (battle:attack) at a side that is still in the battle (side.fights).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is damage.counter.
---
---Rule: K3.1.
---@class (exact) DamageEvent
---@field counter counter the counter that is hit
---@field by counter? the counter that scores the hit for a script (battle:attack); nil: the hit is not from a script

---@alias onDamage fun(damage: DamageEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param damage DamageEvent
--   function onDamage(damage)
--   end

---A counter has been eliminated, or an item has returned to the cup (K3.1).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is loss.counter.
---
---Rule: K3.1.
---@class (exact) LostEvent
---@field counter counter the counter
---@field by counter? the counter that scores the hit for a script (battle:attack); nil: the hit is not from a script

---@alias onLost fun(loss: LostEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param loss LostEvent
--   function onLost(loss)
--   end

---A building has been neutralized (K3.3).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is loss.counter.
---
---Rule: K3.3.
---@class (exact) NeutralizedEvent
---@field counter counter the counter
---@field by counter? the counter that scores the hit for a script (battle:attack); nil: the hit is not from a script

---@alias onNeutralized fun(loss: NeutralizedEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param loss NeutralizedEvent
--   function onNeutralized(loss)
--   end

---A side has lost its last fighting counter. It is out of the battle (K1.2), unless a script adds a counter. The hook is not called when a side retreats.
---
---May change the battle: it may also roll, ask and remember.
---
---It is not about a counter: in an ability's script it has no self.
---
---Rule: K1.2.
---@class (exact) BeatenEvent
---@field side side the side that is out

---@alias onBeaten fun(beaten: BeatenEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param beaten BeatenEvent
--   function onBeaten(beaten)
--   end

---A script has added a counter to a side, or given a counter to another side.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is join.counter.
---@class (exact) JoinedEvent
---@field counter counter the counter

---@alias onJoined fun(join: JoinedEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param join JoinedEvent
--   function onJoined(join)
--   end

---A step is over: all losses have been taken.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is step.counter.
---@class (exact) StepEndEvent
---@field step ("magic"|"ranged"|"melee") "magic", "ranged" or "melee"
---@field counter counter? in an ability's script: the counter or item in play that has the ability; the hook is called once for each

---@alias onStepEnd fun(step: StepEndEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param step StepEndEvent
--   function onStepEnd(step)
--   end

---Melee is over, before any side retreats (K4.1).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is round.counter.
---
---Rule: K4.1.
---@class (exact) RoundEndEvent
---@field number integer the round, from 1
---@field counter counter? in an ability's script: the counter or item in play that has the ability; the hook is called once for each

---@alias onRoundEnd fun(round: RoundEndEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param round RoundEndEvent
--   function onRoundEnd(round)
--   end

---Decides whether a side may retreat into a hex (K4.2).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---Can be canceled: return cancel("why").
---
---It is not about a counter: in an ability's script it has no self.
---
---Rule: K4.2.
---@class (exact) RetreatEvent
---@field side side the side that retreats
---@field hex hex the hex that the side retreats into

---@alias onRetreat fun(retreat: RetreatEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param retreat RetreatEvent
--   function onRetreat(retreat)
--   end

---A side has retreated. Excess creatures in its new hex have not been removed yet.
---
---May change the battle: it may also roll, ask and remember.
---
---It is not about a counter: in an ability's script it has no self.
---@class (exact) RetreatedEvent
---@field side side the side that retreats
---@field hex hex the hex that the side retreats into

---@alias onRetreated fun(retreat: RetreatedEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param retreat RetreatedEvent
--   function onRetreated(retreat)
--   end

---Decides how many creatures a side may have in a hex after a retreat (K4.2).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---It is not about a counter: in an ability's script it has no self.
---
---Rule: K4.2.
---@class (exact) CrowdEvent
---@field side side the side that retreats
---@field hex hex the hex that the side retreats into
---@field most integer (write it) creatures

---@alias onCrowd fun(crowd: CrowdEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param crowd CrowdEvent
--   function onCrowd(crowd)
--   end

---Decides which side wins the hex, once the battle is over (K5.1, K5.2). It is not called if no side wins it.
---
---May change the battle: it may also roll, ask and remember.
---
---It is not about a counter: in an ability's script it has no self.
---
---Rule: K5.1, K5.2.
---@class (exact) OwnerEvent
---@field owner side (write it) the side that wins the hex

---@alias onOwner fun(finish: OwnerEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param finish OwnerEvent
--   function onOwner(finish)
--   end

---Decides whether a building that was hit is restored, once its die has been rolled (K5.3). Otherwise it loses a level.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is restore.counter.
---
---Rule: K5.3.
---@class (exact) RestoredEvent
---@field counter counter the building
---@field die integer the number that the die shows
---@field restored boolean (write it) whether the building is restored

---@alias onRestored fun(restore: RestoredEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param restore RestoredEvent
--   function onRestored(restore)
--   end

---The battle is over. Buildings that were hit have been restored, or have lost a level.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is finish.counter.
---@class (exact) BattleEndEvent
---@field winner side? the side that wins the hex; nil: none
---@field rounds integer the number of rounds that were fought; 0: the battle was decided before the first
---@field counter counter? in an ability's script: the counter or item in play that has the ability; the hook is called once for each

---@alias onBattleEnd fun(finish: BattleEndEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param finish BattleEndEvent
--   function onBattleEnd(finish)
--   end
