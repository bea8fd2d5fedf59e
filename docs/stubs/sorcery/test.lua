---@meta houserule.sorcery.test

-- What test.lua can see besides. Written by houserule mod stubs: do not edit it.

---A test: a battle, and its expected results.
---@class (exact) TestDeclaration
---@field name string what the test shows, in a sentence
---@field run fun() the function that runs the test

---A test: a battle, and its expected results.
---@param declared TestDeclaration
function test(declared) end

---Sets the armies, from left to right in the array.
---@param attacker string the attacker's units: "4 orcs, orc-captain"; after an id, a star marks demoralized units, a tilde units that came over water, and brackets hold wounds
---@param defender string the defender's units, in the same form
function armies(attacker, defender) end

---Takes armies, hexes and everything else from a scenario. Calls after it may change parts of a battle, but not of a campaign.
---@param id string its id
function scenario(id) end

---Sets the terrain of the hex.
---@param terrain string the id of the terrain: "swamp"
function terrain(terrain) end

---Sets the kind of place in which the battle is fought.
---@param place string "narrow": a bridge or a tunnel (S7); "inside": inside a besieged place (S4)
function place(place) end

---Adds a hex adjacent to the hex of the battle (S3.7).
---@param hex string the hex, as journals write it: "north", "south in forest closed" or "east of attacker water: 2 orcs, orc-captain"
function neighbor(hex) end

---Sets the round limit of the battle (S3.7).
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
---@return string result "attacker picks who leads", "defender places units", "attacker withdraws or stays", "defender lends leadership", "attacker leaves", or what a script asks: "defender: Stay or go?"; when the battle is over, how it ended
function asked() end

---Returns all answers to the question, as players type them.
---@return string[] result
function options() end

---Answers the question. An illegal answer fails the test with the reason.
---@param answer string as players type it: "lead a3", "charge all", "withdraw", "leave north"
function answer(answer) end

---Lets all players take the first option, which is no charge, no change of the array, and stay, until a question contains a text.
---@param asked string a part of what asked() returns then: "attacker withdraws"
function skip(asked) end

---Lets greedy computer players play to the end, with seeded dice after the given ones.
---@param seed? integer the seed of the dice; if not given, 1
function finish(seed) end

---Returns the unit with a name, wherever it is.
---@param name string its name: "a1", "d3"
---@return unit result
function unit(name) end

---Lists the names of a side's units in the hex: the array from left to right, then characters and monsters.
---@param side string "attacker" or "defender"
---@return string result "a1 a3"; empty for none
function standing(side) end

---Adds a line to the log, which is shown if the test fails.
---@param text any the text
function log(text) end

---Reports the winner.
---@return string? result "attacker", "defender" or "draw"; nil while the battle lasts
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

---Fails unless the strength with which a unit inflicts losses, now and with all changes by scripts, is this number (S3.2).
---@param unit string its name
---@param want number the expected points
---@param term? string text that one of its terms must contain
function expect_strength(unit, want, term) end

---Fails unless the loss of a unit, now and with all changes by scripts, is this number (S3.5).
---@param unit string its name
---@param want number the expected points
---@param term? string text that one of its terms must contain
function expect_defense(unit, want, term) end

---Fails unless the score of the last roll is this number: the total of a side's die, the rating of a morale check, or the total of the dice of a reinforcement.
---@param want number the number
function expect_total(want) end

---Fails unless a term of that score contains a text.
---@param text string as houserule battle --why prints it: "+1 archers"
function expect_term(text) end

---Fails unless a hook of the mod has run this often in this test, in all files of the mod together.
---@param hook string "onMorale"
---@param times? number the number of runs; if not given, at least one
function expect_ran(hook, times) end
