---@meta houserule.heroes

-- The names that scripts of mods for heroes can see. Written by houserule mod stubs: do
-- not edit it, and do not run it.

---A hook returns this to forbid its action.
---@class Canceled

---Forbids the action of the hook: return cancel("why").
---@param why? string what the player is told
---@return Canceled
function cancel(why) end

---In an ability's script: the stack that has the ability.
---@type stack
self = nil

---A pile of cards on a line (H1.3).
---@class (exact) stack
---@field name string its short name: "a1", "d3"; it keeps it when it changes sides
---@field side side the side that it fights for
---@field line ("melee"|"ranged") "melee" or "ranged"
---@field alive boolean whether it has cards left
---@field count integer its cards
---@field creature string the id of its top card's creature; empty when it is destroyed
---@field entry creature_entry? the creature of its top card in the data, with the fields that mods declare
---@field alignment string of its top card
---@field level integer of its top card
---@field melee integer printed on its top card
---@field ranged integer printed on its top card; 0: it cannot shoot
---@field defense integer printed on its top card
---@field phase integer printed on its top card
---@field cost integer of its top card
---@field hero boolean whether its top card is a Hero
---@field support integer what its attack is worth when it sacrifices it (H3.1)
---@field acted boolean whether it has had its opportunity in this round, or has it now, and battle:delay gives it no other
---@field retaliated integer how often it has retaliated in this round
---@field swarming boolean whether swarm multiplies its next attack (H3.2)
---@field effects string[] the ids of the effects on it
---@field cards string[] the creatures of its cards, top first
---@field protecting boolean whether it protects itself (H3.3)
local stack_ = {}

---Lists the creatures of its cards that have died, in the order of their deaths: the last 1,000.
---@return string[] result ids
function stack_:dead() end

---Reports whether its top card has an ability.
---@param ability string its id
---@return boolean result
function stack_:has(ability) end

---Reports whether it is under an effect.
---@param spell string the effect's id
---@return boolean result
function stack_:under(spell) end

---Computes the score with which it would attack now, with all changes.
---@param at? stack the target; if not given, the walls
---@param with? string "melee" (the default), "ranged" or the id of a spell
---@return integer result the score, without the die
function stack_:attack_score(at, with) end

---Returns the defense that an attack at its top card must reach now, with all changes.
---@param by stack the stack that would attack it
---@param with? string "melee" (the default), "ranged" or the id of a spell
---@return integer result
function stack_:defense_score(by, with) end

---Reports whether its attacks by battle:attack reach another living stack, or the walls. For an enemy, onReach is asked with scripted.
---@param at? stack the target; if not given, the walls
---@param with? string "melee" (the default), "ranged" or the id of a spell
---@return boolean result
function stack_:reaches(at, with) end

---Returns the value remembered under a name; nil: none.
---@param name string a name that the mod chooses
---@return any result
function stack_:recall(name) end

---Keeps a value under a name until the battle ends: true or false, a number, or a short text. The value nil forgets it.
---
---Not for read-only hooks.
---@param name string a name that the mod chooses
---@param value? any the value to keep
function stack_:remember(name, value) end

---One of the two sides.
---@class (exact) side
---@field name ("aggressor"|"defender") "aggressor" or "defender"
---@field enemy side the other side
---@field stacks stack[] its living stacks, melee line first
---@field front stack[] its living stacks on the melee line
---@field back stack[] its living stacks on the ranged line
---@field hand integer the number of cards in its hand (H7.3)
---@field deck integer the number of cards left in its deck (H7.3)
local side_ = {}

---Lists the creatures of its cards that have died, in the order of their deaths: the last 1,000.
---@return string[] result ids
function side_:dead() end

---Lists its stacks that have died, in the order of their deaths.
---@return stack[] result destroyed stacks
function side_:fallen() end

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

---The battle.
---@class (exact) battle
---@field round integer the present round, from 1; 0 before the first round
---@field phase integer the present phase, from 1; 0 between phases
---@field walls string "none", "intact", "breached" or "sacked" (H8.1)
---@field scenario scenario_entry? the scenario that is played, with the fields that mods declare; nil: none
---@field room integer the number of stacks that can still be summoned
---@field acting stack? the stack that has the opportunity; nil: none
---@field aggressor side the side that attacks
---@field defender side the side that is attacked
---@field stacks stack[] all living stacks, the aggressor's first
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

---Kills cards of a stack, from the top. If by is given, that stack counts as the killer.
---
---Not for read-only hooks.
---@param stack stack the stack that loses cards
---@param count integer the number of cards
---@param by? stack the killer
---@return integer result the cards that have died
function battle_:kill(stack, count, by) end

---Makes a stack attack, whether or not it is its turn. The attack is rolled, and all hooks of attacks are called.
---
---Not for read-only hooks.
---@param by stack the attacker
---@param at? stack the target: an enemy, or another stack of its own side; if not given, the walls
---@param with? string "melee" (the default), "ranged" or the id of a spell
---@param score? integer a score in place of the score of its cards or of the spell (H2.1, H6.1)
---@param unanswered? boolean whether the target may not strike back
---@return integer? result the cards that have died, 0 for a hit at the walls; nil: a miss
function battle_:attack(by, at, with, score, unanswered) end

---Puts a new stack on a line. It acts in this round if its phase is still to come.
---
---Not for read-only hooks.
---@param side side the stack's side
---@param line ("melee"|"ranged") "melee" or "ranged"
---@param creature string the id of the creature
---@param count integer the number of cards
---@return stack result the new stack
function battle_:summon(side, line, creature, count) end

---Adds cards to the bottom of a stack.
---
---Not for read-only hooks.
---@param stack stack the stack that grows
---@param creature string the id of the creature
---@param count integer the number of cards
function battle_:grow(stack, creature, count) end

---Lets cards of a stack rise that have died, the last first: they lie on top again, as they did. A destroyed stack stands again then, and acts in this round if its phase is still to come.
---
---Not for read-only hooks.
---@param stack stack the stack that has lost them
---@param count? integer the number of cards, no more than stack:dead lists; if not given, 1
---@param line? ("melee"|"ranged") the line of a destroyed stack; if not given, the line on which it stood
function battle_:raise(stack, count, line) end

---Takes cards of a stack out of the battle, from the top. They do not die: no hook of kills or deaths is called, and they cannot rise.
---
---Not for read-only hooks.
---@param stack stack the stack that loses cards
---@param count? integer the number of cards; if not given, all
function battle_:remove(stack, count) end

---Makes cards of a stack, from the top, cards of another creature.
---
---Not for read-only hooks.
---@param stack stack the stack whose cards change
---@param creature string the id of the creature that they become
---@param count? integer the number of cards; if not given, 1
function battle_:transform(stack, creature, count) end

---Puts a stack under an effect.
---
---Not for read-only hooks.
---@param stack stack the stack
---@param spell string the id of an effect
---@param rounds? integer the duration in rounds, including this one; if not given, the duration of the spell
function battle_:affect(stack, spell, rounds) end

---Removes an effect from a stack.
---
---Not for read-only hooks.
---@param stack stack the stack
---@param spell string the effect's id
---@return boolean result whether the stack had it
function battle_:lift(stack, spell) end

---Moves a stack to a line.
---
---Not for read-only hooks.
---@param stack stack the stack
---@param line ("melee"|"ranged") "melee" or "ranged"
function battle_:relocate(stack, line) end

---Lets a stack act in a later phase of this round: again, if it has acted or acts now.
---
---Not for read-only hooks.
---@param stack stack the stack
---@param phase integer the phase, which must be to come
function battle_:delay(stack, phase) end

---Lets a stack change sides. It keeps its line, its effects and its name, and loses its supports. It acts in this round if it has not yet, and its phase is still to come on the new side.
---
---Not for read-only hooks.
---@param stack stack the stack
---@param side side the side for which it will fight
function battle_:transfer(stack, side) end

---Gives a stack a stance, or takes it away.
---
---Not for read-only hooks.
---@param stack stack the stack
---@param stance ("none"|"swarm"|"protect") "none", "swarm" or "protect"
function battle_:stance(stack, stance) end

---Sets the state of the walls, if the battle has walls.
---
---Not for read-only hooks.
---@param walls string "intact", "breached" or "sacked"
function battle_:set_walls(walls) end

---An entry of the data. A card. `[creature.ID]`
---@class (exact) creature_entry
---@field id string its id
---@field name string its name
---@field alignment ("life"|"order"|"death"|"chaos"|"nature"|"might"|"neutral") the faction that it belongs to
---@field level integer what the card adds to a card on it (H2.1)
---@field melee integer its melee attack score (H2.2)
---@field ranged integer its ranged attack score; 0: it cannot shoot (H2.4)
---@field defense integer the number that die + score must reach to kill it (H2.2)
---@field phase integer the phase in which it acts (H1.1)
---@field cost integer its price in points, for armies of equal cost
---@field hero boolean whether it is a Hero card (H7.2)
---@field abilities string[] the ids of its abilities
---@field spells string[] the ids of the spells that it can cast (H6)
---@field facts ("level"|"melee"|"ranged"|"defense"|"phase"|"abilities"|"spells")[] the keys whose values come from the rulebook
---@field text string a line of flavor text
local creature_entry_ = {}

---An entry of the data. An ability, which gives a creature more than its numbers. `[ability.ID]`
---@class (exact) ability_entry
---@field id string its id
---@field name string its name
---@field text string what it does, in a sentence
---@field rule string the paragraph of the rulebook
---@field ignores ("wall-penalty")[] penalties that do not apply to it
---@field retaliates ("never"|"always") never: it does not retaliate; always: it retaliates every time it is attacked
---@field unanswered boolean whether no stack retaliates against its attacks
---@field strikes_first boolean whether its retaliation rolls before the attack resolves
---@field heads integer number of different stacks that it attacks in one opportunity
---@field worth integer the value, in points of cost, that a stack has for computer players beyond its cards while its top card has the ability
---@field script string a Lua file of the mod's folder, whose hooks are called for stacks that have the ability
local ability_entry_ = {}

---An entry of the data. A spell that creatures cast: an attack, which has a `score`, or an effect, which has `target` and `rounds`. `[spell.ID]`
---@class (exact) spell_entry
---@field id string its id
---@field name string its name
---@field text string what it does, in a sentence
---@field rule string the paragraph of the rulebook
---@field score integer? attack score of an offensive spell (H6.1)
---@field target ("enemy"|"friend") the stacks at which an effect is cast
---@field rounds integer number of rounds that an effect lasts, including the present one
---@field worth integer the value of an effect to its stack for computer players, in points of cost for each round; below 0 if it harms the stack; 0: they compute it from the bonuses
---@field script string a Lua file of the mod's folder, whose hooks are called for the spell and its effect
local spell_entry_ = {}

---An entry of the data. A battle to play. `[scenario.ID]`
---@class (exact) scenario_entry
---@field id string its id
---@field name string its title
---@field text string its subject, in a sentence or two
---@field walls ("none"|"intact"|"breached"|"sacked") the defender's town (H8); none: the open field
---@field setup ("placed"|"free") free: both sides split their cards themselves (H1.4)
---@field round_limit integer rounds after which the battle is a draw; 0: the limit of the rules
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
---@return creature_entry result
function creature_entry(id) end

---@class (exact) CreaturesArguments
---@field id? string its id
---@field name? string its name
---@field alignment? ("life"|"order"|"death"|"chaos"|"nature"|"might"|"neutral") the faction that it belongs to
---@field level? integer what the card adds to a card on it (H2.1)
---@field melee? integer its melee attack score (H2.2)
---@field ranged? integer its ranged attack score; 0: it cannot shoot (H2.4)
---@field defense? integer the number that die + score must reach to kill it (H2.2)
---@field phase? integer the phase in which it acts (H1.1)
---@field cost? integer its price in points, for armies of equal cost
---@field hero? boolean whether it is a Hero card (H7.2)
---@field abilities? string the ids of its abilities
---@field spells? string the ids of the spells that it can cast (H6)
---@field facts? ("level"|"melee"|"ranged"|"defense"|"phase"|"abilities"|"spells") the keys whose values come from the rulebook
---@field text? string a line of flavor text

---Lists the entries of this section that have the given values, in the order of loading; without values, all entries.
---@param given CreaturesArguments
---@return creature_entry[] result
function creatures(given) end

---Finds the entry of this section that has an id.
---@param id string the id, short or full
---@return ability_entry result
function ability_entry(id) end

---@class (exact) AbilitiesArguments
---@field id? string its id
---@field name? string its name
---@field text? string what it does, in a sentence
---@field rule? string the paragraph of the rulebook
---@field ignores? ("wall-penalty") penalties that do not apply to it
---@field retaliates? ("never"|"always") never: it does not retaliate; always: it retaliates every time it is attacked
---@field unanswered? boolean whether no stack retaliates against its attacks
---@field strikes_first? boolean whether its retaliation rolls before the attack resolves
---@field heads? integer number of different stacks that it attacks in one opportunity
---@field worth? integer the value, in points of cost, that a stack has for computer players beyond its cards while its top card has the ability
---@field script? string a Lua file of the mod's folder, whose hooks are called for stacks that have the ability

---Lists the entries of this section that have the given values, in the order of loading; without values, all entries.
---@param given AbilitiesArguments
---@return ability_entry[] result
function abilities(given) end

---Finds the entry of this section that has an id.
---@param id string the id, short or full
---@return spell_entry result
function spell_entry(id) end

---@class (exact) SpellsArguments
---@field id? string its id
---@field name? string its name
---@field text? string what it does, in a sentence
---@field rule? string the paragraph of the rulebook
---@field score? integer attack score of an offensive spell (H6.1)
---@field target? ("enemy"|"friend") the stacks at which an effect is cast
---@field rounds? integer number of rounds that an effect lasts, including the present one
---@field worth? integer the value of an effect to its stack for computer players, in points of cost for each round; below 0 if it harms the stack; 0: they compute it from the bonuses
---@field script? string a Lua file of the mod's folder, whose hooks are called for the spell and its effect

---Lists the entries of this section that have the given values, in the order of loading; without values, all entries.
---@param given SpellsArguments
---@return spell_entry[] result
function spells(given) end

---Finds the entry of this section that has an id.
---@param id string the id, short or full
---@return scenario_entry result
function scenario_entry(id) end

---@class (exact) ScenariosArguments
---@field id? string its id
---@field name? string its title
---@field text? string its subject, in a sentence or two
---@field walls? ("none"|"intact"|"breached"|"sacked") the defender's town (H8); none: the open field
---@field setup? ("placed"|"free") free: both sides split their cards themselves (H1.4)
---@field round_limit? integer rounds after which the battle is a draw; 0: the limit of the rules
---@field seed? integer the seed if a person plays, for scenarios that teach; absent: a random one

---Lists the entries of this section that have the given values, in the order of loading; without values, all entries.
---@param given ScenariosArguments
---@return scenario_entry[] result
function scenarios(given) end

---A new option for a stack whose turn it is.
---@class (exact) OptionDeclaration
---@field name string the word that players type: lower-case letters, digits, - and _, and none of these words of the prompt or beginning of one: a, ab, ability, ac, accept, as, ask, attack, b, back, board, c, cast, cr, creature, e, emerge, exit, f, fight, fo, forth, forward, h, help, hi, hint, ho, hold, l, level, lo, load, log, lu, lua, lv, m, mo, mods, move, n, ne, new, next, no, o, od, odds, offer, options, p, pass, pl, place, pr, protect, q, quit, r, re, redo, reject, reload, replay, retaliate, review, rj, rl, rp, ru, rule, rv, s, sa, sacrifice, save, sc, scenario, sd, se, seats, seed, sh, shoot, show, sm, sp, spell, st, stay, su, surrender, sv, sw, swarm, swat, ta, take, town, tr, trace, u, undo, w, wa, watch, why, wi, withdraw, y, yes. If two mods declare one name, players type the mod before it: marsh:charge
---@field text? string what it does, in a sentence, for options and help
---@field at? ("nobody"|"friend"|"enemy") the stack that it names: "nobody" (the default), "friend" or "enemy"
---@field legal? fun(by: stack, at: stack?): string? returns whether it may be done: nil, or the reason why not
---@field act fun(by: stack, at: stack?) carries out the option
---@field worth? fun(by: stack, at: stack?): number returns its value for computer players, in points of cost

---A new option for a stack whose turn it is.
---@param declared OptionDeclaration
function option(declared) end

---The effect of casting a spell. Write it in the script that the spell's entry names. A spell with a score is an attack, and its script has none; target, rounds and bonus are then those of the effect that battle:affect gives.
---@class (exact) SpellDeclaration
---@field at? ("nobody"|"friend"|"enemy") the stack that it names: "nobody" (the default), "friend" or "enemy"
---@field legal? fun(by: stack, at: stack?): string? returns whether it may be done: nil, or the reason why not
---@field cast fun(by: stack, at: stack?) carries out the spell
---@field worth? fun(by: stack, at: stack?): number returns its value for computer players, in points of cost

---The effect of casting a spell. Write it in the script that the spell's entry names. A spell with a score is an attack, and its script has none; target, rounds and bonus are then those of the effect that battle:affect gives.
---@param declared SpellDeclaration
function spell(declared) end

---A computer player.
---@class (exact) PlayerDeclaration
---@field name string its name for --players and seats: lower-case letters, digits, - and _, and none of human, random, careless, reference, greedy, search, best. If two mods declare one name, each has the mod before it: marsh:bold
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

---The battle begins: the armies stand on their lines, and the first round has not begun.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is start.stack.
---@class (exact) BattleStartEvent
---@field stack stack? in an ability's script: the stack that has the ability; the hook is called once for each

---@alias onBattleStart fun(start: BattleStartEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param start BattleStartEvent
--   function onBattleStart(start)
--   end

---A round begins.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is round.stack.
---@class (exact) RoundStartEvent
---@field number integer the round, from 1
---@field stack stack? in an ability's script: the stack that has the ability; the hook is called once for each

---@alias onRoundStart fun(round: RoundStartEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param round RoundStartEvent
--   function onRoundStart(round)
--   end

---A side's half of a phase begins, in which it has stacks that act (H1.1).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is phase.stack.
---
---Rule: H1.1.
---@class (exact) PhaseStartEvent
---@field number integer the phase, from 1
---@field side side the side whose half of the phase it is
---@field stack stack? in an ability's script: the stack that has the ability; the hook is called once for each

---@alias onPhaseStart fun(phase: PhaseStartEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param phase PhaseStartEvent
--   function onPhaseStart(phase)
--   end

---Decides in which phase a stack acts (H1.2). A number beyond the phases of a round becomes the nearest phase.
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---In an ability's script self is phase.stack.
---
---Rule: H1.2.
---@class (exact) PhaseEvent
---@field stack stack the stack
---@field phase integer (write it) the phase, from 1

---@alias onPhase fun(phase: PhaseEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param phase PhaseEvent
--   function onPhase(phase)
--   end

---Decides whether a stack may be the next of its phase to act. If no stack may, all may.
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---Can be canceled: return cancel("why").
---
---In an ability's script self is turn.stack.
---@class (exact) MayActEvent
---@field stack stack the stack that would be next

---@alias onMayAct fun(turn: MayActEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param turn MayActEvent
--   function onMayAct(turn)
--   end

---A stack's turn has come. The hook decides how many opportunities it gets.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is turn.stack.
---@class (exact) OpportunitiesEvent
---@field stack stack the acting stack
---@field count integer (write it) opportunities, 1 by the rules

---@alias onOpportunities fun(turn: OpportunitiesEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param turn OpportunitiesEvent
--   function onOpportunities(turn)
--   end

---Decides whether an option is offered to a stack, with its target: an attack, a shot, a spell, a sacrifice, a stance, a move, an option of a mod. To pass is always offered, and to retaliate is decided by onRetaliate.
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---Can be canceled: return cancel("why").
---
---In an ability's script self is offer.stack.
---@class (exact) OfferEvent
---@field stack stack the stack to which the option is offered
---@field verb string the verb of the option: "attack", "shoot", "cast", "swarm" ...
---@field spell string? the id of the spell that the option casts; nil: none
---@field at stack? the stack at which the option is aimed; nil: the walls, or no target
---@field cards integer the number of cards that an attack names

---@alias onOffer fun(offer: OfferEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param offer OfferEvent
--   function onOffer(offer)
--   end

---Like onOffer and after it, for the abilities of the stack at which the option is aimed: what is immune, or hides.
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---Can be canceled: return cancel("why").
---
---In an ability's script self is offer.at.
---@class (exact) OfferAgainstEvent
---@field stack stack the stack to which the option is offered
---@field verb string the verb of the option: "attack", "shoot", "cast", "swarm" ...
---@field spell string? the id of the spell that the option casts; nil: none
---@field at stack? the stack at which the option is aimed; nil: the walls, or no target
---@field cards integer the number of cards that an attack names

---@alias onOfferAgainst fun(offer: OfferAgainstEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param offer OfferAgainstEvent
--   function onOfferAgainst(offer)
--   end

---Decides whether an attack reaches a living enemy that it does not reach by the rules (H2.2). To forbid a target, use onOffer.
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---In an ability's script self is attack.by.
---
---Rule: H2.2.
---@class (exact) ReachEvent
---@field by stack the stack that strikes
---@field at stack? the target; nil: the walls
---@field kind ("melee"|"ranged"|"spell") "melee", "ranged" or "spell"
---@field spell string? the id of the spell with which the attack is made; nil: none
---@field cards integer the number of cards that the attack is aimed at (H2.3)
---@field retaliation boolean whether it is a retaliation (H5)
---@field swarms integer how often swarm multiplies the score (H3.2)
---@field scripted boolean whether a script makes the attack (battle:attack), or asks for it (stack:reaches)
---@field reaches boolean (write it) whether it reaches the target

---@alias onReach fun(attack: ReachEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param attack ReachEvent
--   function onReach(attack)
--   end

---Decides how much support a stack gives (H3.1).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is support.stack.
---
---Rule: H3.1.
---@class (exact) SacrificeEvent
---@field stack stack the stack that gives it
---@field value integer (write it) the levels of all its cards, by the rules

---@alias onSacrifice fun(support: SacrificeEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param support SacrificeEvent
--   function onSacrifice(support)
--   end

---Decides how much one helper adds to an attack (H3.1); 0 if the helper cannot reach the target.
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---In an ability's script self is support.by.
---
---Rule: H3.1.
---@class (exact) SupportEvent
---@field by stack the stack that strikes
---@field at stack? the target; nil: the walls
---@field kind ("melee"|"ranged"|"spell") "melee", "ranged" or "spell"
---@field spell string? the id of the spell with which the attack is made; nil: none
---@field cards integer the number of cards that the attack is aimed at (H2.3)
---@field retaliation boolean whether it is a retaliation (H5)
---@field swarms integer how often swarm multiplies the score (H3.2)
---@field value integer (write it) the number that it adds

---@alias onSupport fun(support: SupportEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param support SupportEvent
--   function onSupport(support)
--   end

---A stack is about to swarm (H3.2).
---
---May change the battle: it may also roll, ask and remember.
---
---Can be canceled: return cancel("why").
---
---In an ability's script self is swarm.stack.
---
---Rule: H3.2.
---@class (exact) SwarmEvent
---@field stack stack the stack

---@alias onSwarm fun(swarm: SwarmEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param swarm SwarmEvent
--   function onSwarm(swarm)
--   end

---A stack is about to protect itself (H3.3).
---
---May change the battle: it may also roll, ask and remember.
---
---Can be canceled: return cancel("why").
---
---In an ability's script self is protect.stack.
---
---Rule: H3.3.
---@class (exact) ProtectEvent
---@field stack stack the stack

---@alias onProtect fun(protect: ProtectEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param protect ProtectEvent
--   function onProtect(protect)
--   end

---Decides whether a stack may change line (H3.4).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---Can be canceled: return cancel("why").
---
---In an ability's script self is move.stack.
---
---Rule: H3.4.
---@class (exact) MoveEvent
---@field stack stack the stack

---@alias onMove fun(move: MoveEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param move MoveEvent
--   function onMove(move)
--   end

---A stack has used an opportunity. It may have been destroyed: see alive.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is act.stack.
---@class (exact) ActedEvent
---@field stack stack the stack to which the option is offered
---@field verb string the verb of the option: "attack", "shoot", "cast", "swarm" ...
---@field spell string? the id of the spell that the option casts; nil: none

---@alias onActed fun(act: ActedEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param act ActedEvent
--   function onActed(act)
--   end

---A spell is being cast (H6). If the hook cancels it, the opportunity is still used.
---
---May change the battle: it may also roll, ask and remember.
---
---Can be canceled: return cancel("why").
---
---In an ability's script self is cast.by.
---
---Rule: H6.
---@class (exact) CastEvent
---@field by stack the stack that strikes
---@field at stack? the target; nil: the walls
---@field kind ("melee"|"ranged"|"spell") "melee", "ranged" or "spell"
---@field spell string? the id of the spell with which the attack is made; nil: none
---@field cards integer the number of cards that the attack is aimed at (H2.3)
---@field retaliation boolean whether it is a retaliation (H5)
---@field swarms integer how often swarm multiplies the score (H3.2)

---@alias onCast fun(cast: CastEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param cast CastEvent
--   function onCast(cast)
--   end

---An effect is about to begin on a stack, from its spell or from a script.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is effect.stack.
---@class (exact) AffectEvent
---@field stack stack the stack with the effect
---@field spell string the id of the effect
---@field rounds integer (write it) the duration in rounds, including this one; 0: no effect

---@alias onAffect fun(effect: AffectEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param effect AffectEvent
--   function onAffect(effect)
--   end

---An effect has ended, because its time is over or because a script ended it.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is effect.stack.
---@class (exact) EffectEndEvent
---@field stack stack the stack with the effect
---@field spell string the id of the effect

---@alias onEffectEnd fun(effect: EffectEndEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param effect EffectEndEvent
--   function onEffectEnd(effect)
--   end

---The score of an attack, a shot, a spell or a retaliation.
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---In an ability's script self is attack.by.
---@class (exact) AttackEvent
---@field by stack the stack that strikes
---@field at stack? the target; nil: the walls
---@field kind ("melee"|"ranged"|"spell") "melee", "ranged" or "spell"
---@field spell string? the id of the spell with which the attack is made; nil: none
---@field cards integer the number of cards that the attack is aimed at (H2.3)
---@field retaliation boolean whether it is a retaliation (H5)
---@field swarms integer how often swarm multiplies the score (H3.2)
---@field scripted boolean whether a script makes the attack (battle:attack), or asks for it (stack:reaches)
---@field bonus integer (write it) what you assign is added to the base, before swarm multiplies it; 0 when you read it
---@field factor number (write it) what you assign multiplies the score as swarm does; 1 when you read it
---@field score integer (write it) the total so far; your change to it is applied last, after all other terms

---@alias onAttack fun(attack: AttackEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param attack AttackEvent
--   function onAttack(attack)
--   end

---The defense that an attack must reach. For an attack at the walls, at is nil.
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---In an ability's script self is defense.at.
---@class (exact) DefenseEvent
---@field by stack the stack that strikes
---@field at stack? the target; nil: the walls
---@field kind ("melee"|"ranged"|"spell") "melee", "ranged" or "spell"
---@field spell string? the id of the spell with which the attack is made; nil: none
---@field cards integer the number of cards that the attack is aimed at (H2.3)
---@field retaliation boolean whether it is a retaliation (H5)
---@field swarms integer how often swarm multiplies the score (H3.2)
---@field scripted boolean whether a script makes the attack (battle:attack), or asks for it (stack:reaches)
---@field bonus integer (write it) what you assign is added to the base, before swarm multiplies it; 0 when you read it
---@field factor number (write it) what you assign multiplies the score as swarm does; 1 when you read it
---@field score integer (write it) the total so far; your change to it is applied last, after all other terms

---@alias onDefense fun(defense: DefenseEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param defense DefenseEvent
--   function onDefense(defense)
--   end

---Decides how many dice an attack rolls, and which of them counts.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is dice.by.
---@class (exact) DiceEvent
---@field by stack the stack that strikes
---@field at stack? the target; nil: the walls
---@field kind ("melee"|"ranged"|"spell") "melee", "ranged" or "spell"
---@field spell string? the id of the spell with which the attack is made; nil: none
---@field cards integer the number of cards that the attack is aimed at (H2.3)
---@field retaliation boolean whether it is a retaliation (H5)
---@field swarms integer how often swarm multiplies the score (H3.2)
---@field scripted boolean whether a script makes the attack (battle:attack), or asks for it (stack:reaches)
---@field count integer (write it) dice, 1 by the rules
---@field worst boolean (write it) whether the lowest die counts, not the highest

---@alias onDice fun(dice: DiceEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param dice DiceEvent
--   function onDice(dice)
--   end

---The dice of an attack have been rolled. The hook may change the result of the die that counts.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is roll.by.
---@class (exact) RollEvent
---@field by stack the stack that strikes
---@field at stack? the target; nil: the walls
---@field kind ("melee"|"ranged"|"spell") "melee", "ranged" or "spell"
---@field spell string? the id of the spell with which the attack is made; nil: none
---@field cards integer the number of cards that the attack is aimed at (H2.3)
---@field retaliation boolean whether it is a retaliation (H5)
---@field swarms integer how often swarm multiplies the score (H3.2)
---@field scripted boolean whether a script makes the attack (battle:attack), or asks for it (stack:reaches)
---@field die integer (write it) the number that the die shows

---@alias onRoll fun(roll: RollEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param roll RollEvent
--   function onRoll(roll)
--   end

---Like onRoll and after it, for the abilities of the stack that is struck.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is roll.at.
---@class (exact) RollAgainstEvent
---@field by stack the stack that strikes
---@field at stack? the target; nil: the walls
---@field kind ("melee"|"ranged"|"spell") "melee", "ranged" or "spell"
---@field spell string? the id of the spell with which the attack is made; nil: none
---@field cards integer the number of cards that the attack is aimed at (H2.3)
---@field retaliation boolean whether it is a retaliation (H5)
---@field swarms integer how often swarm multiplies the score (H3.2)
---@field scripted boolean whether a script makes the attack (battle:attack), or asks for it (stack:reaches)
---@field die integer (write it) the number that the die shows

---@alias onRollAgainst fun(roll: RollAgainstEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param roll RollAgainstEvent
--   function onRollAgainst(roll)
--   end

---Decides whether an attack hits, once its die has been rolled.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is attack.by.
---@class (exact) HitEvent
---@field by stack the stack that strikes
---@field at stack? the target; nil: the walls
---@field kind ("melee"|"ranged"|"spell") "melee", "ranged" or "spell"
---@field spell string? the id of the spell with which the attack is made; nil: none
---@field cards integer the number of cards that the attack is aimed at (H2.3)
---@field retaliation boolean whether it is a retaliation (H5)
---@field swarms integer how often swarm multiplies the score (H3.2)
---@field scripted boolean whether a script makes the attack (battle:attack), or asks for it (stack:reaches)
---@field hits boolean (write it) whether the attack hits

---@alias onHit fun(attack: HitEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param attack HitEvent
--   function onHit(attack)
--   end

---Like onHit and after it, for the abilities of the stack that is struck.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is attack.at.
---@class (exact) HitAgainstEvent
---@field by stack the stack that strikes
---@field at stack? the target; nil: the walls
---@field kind ("melee"|"ranged"|"spell") "melee", "ranged" or "spell"
---@field spell string? the id of the spell with which the attack is made; nil: none
---@field cards integer the number of cards that the attack is aimed at (H2.3)
---@field retaliation boolean whether it is a retaliation (H5)
---@field swarms integer how often swarm multiplies the score (H3.2)
---@field scripted boolean whether a script makes the attack (battle:attack), or asks for it (stack:reaches)
---@field hits boolean (write it) whether the attack hits

---@alias onHitAgainst fun(attack: HitAgainstEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param attack HitAgainstEvent
--   function onHitAgainst(attack)
--   end

---An attack has missed.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is attack.by.
---@class (exact) MissEvent
---@field by stack the stack that strikes
---@field at stack? the target; nil: the walls
---@field kind ("melee"|"ranged"|"spell") "melee", "ranged" or "spell"
---@field spell string? the id of the spell with which the attack is made; nil: none
---@field cards integer the number of cards that the attack is aimed at (H2.3)
---@field retaliation boolean whether it is a retaliation (H5)
---@field swarms integer how often swarm multiplies the score (H3.2)
---@field scripted boolean whether a script makes the attack (battle:attack), or asks for it (stack:reaches)

---@alias onMiss fun(attack: MissEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param attack MissEvent
--   function onMiss(attack)
--   end

---Decides how many cards an attack that hits kills.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is attack.by.
---@class (exact) KillEvent
---@field by stack the stack that strikes
---@field at stack? the target; nil: the walls
---@field kind ("melee"|"ranged"|"spell") "melee", "ranged" or "spell"
---@field spell string? the id of the spell with which the attack is made; nil: none
---@field cards integer the number of cards that the attack is aimed at (H2.3)
---@field retaliation boolean whether it is a retaliation (H5)
---@field swarms integer how often swarm multiplies the score (H3.2)
---@field scripted boolean whether a script makes the attack (battle:attack), or asks for it (stack:reaches)
---@field kills integer (write it) cards

---@alias onKill fun(attack: KillEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param attack KillEvent
--   function onKill(attack)
--   end

---Like onKill and after it, for the abilities of the stack that is struck.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is attack.at.
---@class (exact) KillAgainstEvent
---@field by stack the stack that strikes
---@field at stack? the target; nil: the walls
---@field kind ("melee"|"ranged"|"spell") "melee", "ranged" or "spell"
---@field spell string? the id of the spell with which the attack is made; nil: none
---@field cards integer the number of cards that the attack is aimed at (H2.3)
---@field retaliation boolean whether it is a retaliation (H5)
---@field swarms integer how often swarm multiplies the score (H3.2)
---@field scripted boolean whether a script makes the attack (battle:attack), or asks for it (stack:reaches)
---@field kills integer (write it) cards

---@alias onKillAgainst fun(attack: KillAgainstEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param attack KillAgainstEvent
--   function onKillAgainst(attack)
--   end

---An attack has killed cards. The stack that was struck may have been destroyed: see alive.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is attack.by.
---@class (exact) KilledEvent
---@field by stack the stack that strikes
---@field at stack? the target; nil: the walls
---@field kind ("melee"|"ranged"|"spell") "melee", "ranged" or "spell"
---@field spell string? the id of the spell with which the attack is made; nil: none
---@field cards integer the number of cards that the attack is aimed at (H2.3)
---@field retaliation boolean whether it is a retaliation (H5)
---@field swarms integer how often swarm multiplies the score (H3.2)
---@field scripted boolean whether a script makes the attack (battle:attack), or asks for it (stack:reaches)
---@field kills integer the number of cards that have died

---@alias onKilled fun(attack: KilledEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param attack KilledEvent
--   function onKilled(attack)
--   end

---Like onKilled and after it, for the abilities of the stack that was struck, if it has cards left.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is attack.at.
---@class (exact) KilledAgainstEvent
---@field by stack the stack that strikes
---@field at stack? the target; nil: the walls
---@field kind ("melee"|"ranged"|"spell") "melee", "ranged" or "spell"
---@field spell string? the id of the spell with which the attack is made; nil: none
---@field cards integer the number of cards that the attack is aimed at (H2.3)
---@field retaliation boolean whether it is a retaliation (H5)
---@field swarms integer how often swarm multiplies the score (H3.2)
---@field scripted boolean whether a script makes the attack (battle:attack), or asks for it (stack:reaches)
---@field kills integer the number of cards that have died

---@alias onKilledAgainst fun(attack: KilledAgainstEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param attack KilledAgainstEvent
--   function onKilledAgainst(attack)
--   end

---A stack is about to lose its last cards, for any reason. It still stands, and may strike a last time (battle:attack).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is death.stack.
---@class (exact) DeathEvent
---@field stack stack the stack that dies
---@field by stack? the killer; nil: no stack

---@alias onDeath fun(death: DeathEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param death DeathEvent
--   function onDeath(death)
--   end

---A stack has died: it has lost its last cards, and has left its line. No hook can undo that.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is death.stack.
---@class (exact) DestroyedEvent
---@field stack stack the stack that dies
---@field by stack? the killer; nil: no stack
---@field creature string the id of the creature of its last top card

---@alias onDestroyed fun(death: DestroyedEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param death DestroyedEvent
--   function onDestroyed(death)
--   end

---Decides how often a stack may retaliate in a round (H5.1).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---In an ability's script self is limit.stack.
---
---Rule: H5.1.
---@class (exact) RetaliationsEvent
---@field stack stack the stack
---@field count integer (write it) times, 1 by the rules

---@alias onRetaliations fun(limit: RetaliationsEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param limit RetaliationsEvent
--   function onRetaliations(limit)
--   end

---Decides whether a stack may retaliate. The field by is the stack that would retaliate.
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---Can be canceled: return cancel("why").
---
---In an ability's script self is retaliation.by.
---@class (exact) RetaliateEvent
---@field by stack the stack that strikes
---@field at stack? the target; nil: the walls
---@field kind ("melee"|"ranged"|"spell") "melee", "ranged" or "spell"
---@field spell string? the id of the spell with which the attack is made; nil: none
---@field cards integer the number of cards that the attack is aimed at (H2.3)
---@field retaliation boolean whether it is a retaliation (H5)
---@field swarms integer how often swarm multiplies the score (H3.2)

---@alias onRetaliate fun(retaliation: RetaliateEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param retaliation RetaliateEvent
--   function onRetaliate(retaliation)
--   end

---Decides when the target of an attack retaliates, if it does.
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---In an ability's script self is attack.at.
---@class (exact) AnswerEvent
---@field by stack the stack that strikes
---@field at stack? the target; nil: the walls
---@field kind ("melee"|"ranged"|"spell") "melee", "ranged" or "spell"
---@field spell string? the id of the spell with which the attack is made; nil: none
---@field cards integer the number of cards that the attack is aimed at (H2.3)
---@field retaliation boolean whether it is a retaliation (H5)
---@field swarms integer how often swarm multiplies the score (H3.2)
---@field scripted boolean whether a script makes the attack (battle:attack), or asks for it (stack:reaches)
---@field when ("after"|"together"|"first") (write it) "after" its losses (H5.1), "together", before them, or "first", before the attack is rolled

---@alias onAnswer fun(attack: AnswerEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param attack AnswerEvent
--   function onAnswer(attack)
--   end

---Decides what a stack is worth to computer players beyond the cost of its cards: for an ability or an effect whose use they cannot compute.
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---In an ability's script self is worth.stack.
---@class (exact) WorthEvent
---@field stack stack the stack
---@field points integer (write it) points of cost; what the abilities of its top card declare

---@alias onWorth fun(worth: WorthEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param worth WorthEvent
--   function onWorth(worth)
--   end

---A script has put a new stack on a line.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is arrival.stack.
---@class (exact) SummonedEvent
---@field stack stack the new stack

---@alias onSummoned fun(arrival: SummonedEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param arrival SummonedEvent
--   function onSummoned(arrival)
--   end

---A script has added cards to the bottom of a stack.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is growth.stack.
---@class (exact) GrownEvent
---@field stack stack the stack that grows
---@field creature string the id of the new cards
---@field count integer the number of new cards

---@alias onGrown fun(growth: GrownEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param growth GrownEvent
--   function onGrown(growth)
--   end

---Decides how many stacks a side's melee line must hold (H4.1, H8.2).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---It is not about a stack: in an ability's script it has no self.
---
---Rule: H4.1, H8.2.
---@class (exact) FillEvent
---@field side side the side of the line
---@field count integer (write it) stacks

---@alias onFill fun(line: FillEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param line FillEvent
--   function onFill(line)
--   end

---A stack has moved up to fill the melee line (H4.1, H8.2).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is line.stack.
---
---Rule: H4.1, H8.2.
---@class (exact) FilledEvent
---@field stack stack the stack

---@alias onFilled fun(line: FilledEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param line FilledEvent
--   function onFilled(line)
--   end

---The walls have been hit. The hook decides their new state (H8.1).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is hit.by.
---
---Rule: H8.1.
---@class (exact) WallHitEvent
---@field by stack the stack that strikes
---@field at stack? the target; nil: the walls
---@field kind ("melee"|"ranged"|"spell") "melee", "ranged" or "spell"
---@field spell string? the id of the spell with which the attack is made; nil: none
---@field cards integer the number of cards that the attack is aimed at (H2.3)
---@field retaliation boolean whether it is a retaliation (H5)
---@field swarms integer how often swarm multiplies the score (H3.2)
---@field scripted boolean whether a script makes the attack (battle:attack), or asks for it (stack:reaches)
---@field walls string (write it) the state after the hit: "intact", "breached" or "sacked"

---@alias onWallHit fun(hit: WallHitEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param hit WallHitEvent
--   function onWallHit(hit)
--   end

---A side's half of a phase is over.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is phase.stack.
---@class (exact) PhaseEndEvent
---@field number integer the phase, from 1
---@field side side the side whose half of the phase it is
---@field stack stack? in an ability's script: the stack that has the ability; the hook is called once for each

---@alias onPhaseEnd fun(phase: PhaseEndEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param phase PhaseEndEvent
--   function onPhaseEnd(phase)
--   end

---A round is over, and no side has left yet (H7).
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is round.stack.
---
---Rule: H7.
---@class (exact) RoundEndEvent
---@field number integer the round, from 1
---@field stack stack? in an ability's script: the stack that has the ability; the hook is called once for each

---@alias onRoundEnd fun(round: RoundEndEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param round RoundEndEvent
--   function onRoundEnd(round)
--   end

---Decides whether a side may withdraw (H7.2).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---Can be canceled: return cancel("why").
---
---It is not about a stack: in an ability's script it has no self.
---
---Rule: H7.2.
---@class (exact) WithdrawEvent
---@field side side the side

---@alias onWithdraw fun(leave: WithdrawEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param leave WithdrawEvent
--   function onWithdraw(leave)
--   end

---Decides how many cards a side may offer to surrender (H7.3).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---It is not about a stack: in an ability's script it has no self.
---
---Rule: H7.3.
---@class (exact) SurrenderEvent
---@field side side the side
---@field most integer (write it) cards

---@alias onSurrender fun(leave: SurrenderEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param leave SurrenderEvent
--   function onSurrender(leave)
--   end

---Decides whether a side may accept a surrender (H7.3).
---
---Read-only: it is also called for odds and options, so it may change nothing but its event.
---
---Can be canceled: return cancel("why").
---
---It is not about a stack: in an ability's script it has no self.
---
---Rule: H7.3.
---@class (exact) AcceptEvent
---@field side side the side that would accept

---@alias onAccept fun(leave: AcceptEvent): Canceled?
-- To write the hook copy this, without the first dashes:
--
--   ---@param leave AcceptEvent
--   function onAccept(leave)
--   end

---The battle is over.
---
---May change the battle: it may also roll, ask and remember.
---
---In an ability's script self is finish.stack.
---@class (exact) BattleEndEvent
---@field winner side? the winner; nil: a draw
---@field rounds integer the number of rounds that were fought
---@field stack stack? in an ability's script: the stack that has the ability; the hook is called once for each

---@alias onBattleEnd fun(finish: BattleEndEvent)
-- To write the hook copy this, without the first dashes:
--
--   ---@param finish BattleEndEvent
--   function onBattleEnd(finish)
--   end
