---@meta houserule.kings.test

-- What test.lua can see besides. Written by houserule mod stubs: do not edit it.

---A test: a battle, and its expected results.
---@class (exact) TestDeclaration
---@field name string what the test shows, in a sentence
---@field run fun() the function that runs the test

---A test: a battle, and its expected results.
---@param declared TestDeclaration
function test(declared) end

---Sets the armies: the attackers in turn order, then the defender.
---@param attacker string the first attacker's counters: "troll, 2 goblins, city"
---@param second string the next army; the last army is the defender's
---@param third? string the next army
---@param fourth? string the next army
function armies(attacker, second, third, fourth) end

---Takes armies, hexes and everything else from a scenario. Calls after it may change parts of it.
---@param id string its id
function scenario(id) end

---Gives a side magic items that it holds and may play (K1.2).
---@param side string "attacker", "attacker2", "attacker3" or "defender": a side that has an army
---@param items string the items: "talisman, sword"
function items(side, items) end

---Sets the terrain of the hex.
---@param terrain string the id of the terrain: "swamp"
function terrain(terrain) end

---Makes the hex unexplored: no side owned it, and its own inhabitants defend it (K1.1).
function unexplored() end

---Adds a hex adjacent to the hex of the battle (K4.2).
---@param name string its name, a word: "north"
---@param owner string the side that controls it: its name, or "nobody"
---@param army? string the counters that its owner has in it
---@param enemies? boolean whether enemies of its owner stand in it, too
function neighbor(name, owner, army, enemies) end

---Sets the round limit of the battle (K1.2).
---@param rounds integer the number of rounds, from 1 to 1000000; without this call the limit of the rules
function rounds(rounds) end

---Sets up the battle from the head of a journal, as houserule mod test --from writes it.
---@param lines string[] the lines, each KEY: VALUE
function journal(lines) end

---Sets a setting of the mod, for this test.
---@param name string its name
---@param value any a number, true or false, or a text
function setting(name, value) end

---Sets the next results of the dice, in order. A missing or an unused result fails the test.
---@param faces number[] the results: dice{7, 3, 10}
function dice(faces) end

---Sets the next results of roll() in scripts, in the same way.
---@param faces number[] the results: rolls{4}
function rolls(faces) end

---Reads the present question.
---@return string result "attacker names a player", "attacker plays an item", "attacker changes a die", "defender loses a counter", "attacker retreats", "attacker has to retreat", "attacker removes a counter", or what a script asks: "defender: Stay or go?"; when the battle is over, how it ended
function asked() end

---Returns all answers to the question, as players type them.
---@return string[] result
function options() end

---Answers the question. An illegal answer fails the test with the reason.
---@param answer string as players type it: "play talisman", "lose d1", "retreat north"
function answer(answer) end

---Lets all players take the first option, which is to play nothing, to lose what is listed first, and to stay, until a question contains a text.
---@param asked string a part of what asked() returns then: "attacker retreats"
function skip(asked) end

---Lets greedy computer players play to the end, with seeded dice after the given ones.
---@param seed? integer the seed of the dice; if not given, 1
function finish(seed) end

---Returns the counter or item with a name, wherever it is.
---@param name string its name: "a1", "d3"; items are numbered after the army
---@return counter result
function counter(name) end

---Lists the names of a side's counters that stand in the hex and fight, in the order of listings.
---@param side string the side: "attacker", "defender"
---@return string result "a1 a3"; empty for none
function standing(side) end

---Adds a line to the log, which is shown if the test fails.
---@param text any the text
function log(text) end

---Reports the winner.
---@return string? result "attacker", "attacker2", "attacker3", "defender" or "draw"; nil while the battle lasts
function winner() end

---Fails unless two values are equal. Lists are compared item by item.
---@param got any the actual value
---@param want any the expected value
---@param words? string a text to show if it fails
function expect(got, want, words) end

---Fails unless a line of the log contains a text.
---@param text string the text, a part of the line
function expect_told(text) end

---Fails if a line of the log contains a text.
---@param text string the text, a part of the line
function expect_not_told(text) end

---Fails unless an answer is illegal now, for a reason that contains a text.
---@param answer string the answer, as players type it
---@param reason string a part of the reason
function refuses(answer, reason) end

---Fails unless an answer is an option now.
---@param answer string the answer, as players type it
function offers(answer) end

---Fails unless the last die to hit was rolled against this value.
---@param want number the value
function expect_value(want) end

---Fails unless a term of that value contains a text.
---@param text string as houserule battle --why prints it: "-1 hits taken"
function expect_term(text) end

---Fails unless a hook of the mod has run this often in this test, in all files of the mod together.
---@param hook string "onValue"
---@param times? number the number of runs; if not given, at least one
function expect_ran(hook, times) end
