---@meta houserule.kings.test

-- What test.lua can see besides. Written by houserule mod stubs: do not edit it.

---A test: a battle, and its expected results.
---@class (exact) TestDeclaration
---@field name string what the test shows, in a sentence
---@field run fun() runs it

---A test: a battle, and its expected results.
---@param declared TestDeclaration
function test(declared) end

---Which armies meet: the attackers' in turn order, the defender's last.
---@param attacker string as everywhere: "troll, 2 goblins, city"
---@param second string the next one; the defender's, when it is the last
---@param third? string one more
---@param fourth? string and one more
function armies(attacker, second, third, fourth) end

---Takes armies, hexes and all else from a scenario; what is said after it changes that.
---@param id string its id
function scenario(id) end

---Magic items that a side holds, to be played (K1.2).
---@param side string "attacker", "attacker2", "attacker3" or "defender", of those that have armies
---@param items string "talisman, sword"
function items(side, items) end

---What the hex is made of.
---@param terrain string a terrain's id: "swamp"
function terrain(terrain) end

---No side owned the hex: its own inhabitants defend it (K1.1).
function unexplored() end

---Another hex beside that which is fought for (K4.2).
---@param name string a word: "north"
---@param owner string the side that controls it: its name, or "nobody"
---@param army? string what its owner has there
---@param enemies? boolean whether enemies stand there, too
function neighbor(name, owner, army, enemies) end

---After how many rounds the battle ends (K1.2).
---@param rounds integer from 1 to 1000000; by the rules if not given
function rounds(rounds) end

---Sets up the battle from the head of a journal, as houserule mod test --from writes it.
---@param lines string[] each KEY: VALUE
function journal(lines) end

---Sets a setting of the mod, for this test.
---@param name string its name
---@param value any a number, true or false, or a text
function setting(name, value) end

---Sets the next results of the dice, in order. A missing or an unused result fails the test.
---@param faces number[] dice{7, 3, 10}
function dice(faces) end

---Sets the next results of roll() in scripts, in the same way.
---@param faces number[] rolls{4}
function rolls(faces) end

---The present question.
---@return string result "attacker names a player", "attacker plays an item", "attacker changes a die", "defender loses a counter", "attacker retreats", "attacker has to retreat", "attacker removes a counter", or what a script asks: "defender: Stay or go?"; when the battle is over, how
function asked() end

---All answers to the question, as players type them.
---@return string[] result
function options() end

---Answers the question. An illegal answer fails the test with the reason.
---@param answer string as players type it: "play talisman", "lose d1", "retreat north"
function answer(answer) end

---All players take the first option, which is to play nothing, to lose what is listed first, and to stay, until a question contains a text.
---@param asked string a part of what asked() returns then: "attacker retreats"
function skip(asked) end

---Lets greedy computer players play to the end, with seeded dice after the given ones.
---@param seed? integer of the dice; 1 if not given
function finish(seed) end

---A counter or an item by its name, wherever it is.
---@param name string "a1", "d3"; items are listed after the army
---@return counter result
function counter(name) end

---The names of all counters that stand in the hex and fight for a side, as listed.
---@param side string "attacker", "defender"
---@return string result "a1 a3"; empty for none
function standing(side) end

---Adds a line to the log, which is shown if the test fails.
---@param text any what
function log(text) end

---The winner.
---@return string? result "attacker", "attacker2", "attacker3", "defender" or "draw"; nil while the battle lasts
function winner() end

---Fails unless two values are equal; lists are compared item by item.
---@param got any what is
---@param want any the expected value
---@param words? string a text for the failure
function expect(got, want, words) end

---Fails unless a line of the log contains a text.
---@param text string a part of the line
function expect_told(text) end

---Fails if a line of the log contains a text.
---@param text string a part of the line
function expect_not_told(text) end

---Fails unless an answer is illegal now, for a reason that contains a text.
---@param answer string as players type it
---@param reason string a part of it
function refuses(answer, reason) end

---Fails unless an answer is an option now.
---@param answer string as players type it
function offers(answer) end

---Fails unless the last die to hit was rolled against this value.
---@param want number the value
function expect_value(want) end

---Fails unless a term of that value contains a text.
---@param text string as houserule battle --why prints it: "-1 hits taken"
function expect_term(text) end

---Fails unless a hook of the mod has run so often in this test, in all its files together.
---@param hook string "onValue"
---@param times? number how often; at least once if not given
function expect_ran(hook, times) end
