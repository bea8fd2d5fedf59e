---@meta houserule.sorcery.test

-- What test.lua can see besides. Written by houserule mod stubs: do not edit it.

---A test: a battle, and its expected results.
---@class (exact) TestDeclaration
---@field name string what the test shows, in a sentence
---@field run fun() runs it

---A test: a battle, and its expected results.
---@param declared TestDeclaration
function test(declared) end

---Which armies meet, from left to right in the array.
---@param attacker string as everywhere: "4 orcs, orc-captain"; a star after an id for demoralized units, a tilde for those that came over water, wounds in brackets
---@param defender string the other one
function armies(attacker, defender) end

---Takes armies, hexes and all else from a scenario; what is said after it changes that, but for a campaign.
---@param id string its id
function scenario(id) end

---The terrain of the hex.
---@param terrain string a terrain's id: "swamp"
function terrain(terrain) end

---The kind of place in the hex.
---@param place string "narrow": a bridge or a tunnel (S7); "inside": inside a besieged place (S4)
function place(place) end

---Another hex beside that which is fought for (S3.7).
---@param hex string as journals write it: "north", "south in forest closed" or "east of attacker water: 2 orcs, orc-captain"
function neighbor(hex) end

---After how many rounds the battle ends (S3.7).
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
---@return string result "attacker picks who leads", "defender places units", "attacker withdraws or stays", "defender lends leadership", "attacker leaves", or what a script asks: "defender: Stay or go?"; when the battle is over, how
function asked() end

---All answers to the question, as players type them.
---@return string[] result
function options() end

---Answers the question. An illegal answer fails the test with the reason.
---@param answer string as players type it: "lead a3", "charge all", "withdraw", "leave north"
function answer(answer) end

---All players take the first option, which is to charge with no unit, to leave the array as it is, and to stay, until a question contains a text.
---@param asked string a part of what asked() returns then: "attacker withdraws"
function skip(asked) end

---Lets greedy computer players play to the end, with seeded dice after the given ones.
---@param seed? integer of the dice; 1 if not given
function finish(seed) end

---A unit by its name, wherever it is.
---@param name string "a1", "d3"
---@return unit result
function unit(name) end

---The names of all that stand in the hex for a side: the array from left to right, then characters and monsters.
---@param side string "attacker" or "defender"
---@return string result "a1 a3"; empty for none
function standing(side) end

---Adds a line to the log, which is shown if the test fails.
---@param text any what
function log(text) end

---The winner.
---@return string? result "attacker", "defender" or "draw"; nil while the battle lasts
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

---Fails unless the strength with which a unit inflicts losses, now and with all changes by scripts, is this number (S3.2).
---@param unit string its name
---@param want number points
---@param term? string a part of one of its terms
function expect_strength(unit, want, term) end

---Fails unless the loss of a unit, now and with all changes by scripts, is this number (S3.5).
---@param unit string its name
---@param want number points
---@param term? string a part of one of its terms
function expect_defense(unit, want, term) end

---Fails unless the last throw is this number: the die of a side with its modifiers, the rating that a morale check was rolled against, the dice of a reinforcement.
---@param want number the number
function expect_total(want) end

---Fails unless a term of that contains a text.
---@param text string as houserule battle --why prints it: "+1 archers"
function expect_term(text) end

---Fails unless a hook of the mod has run so often in this test, in all its files together.
---@param hook string "onMorale"
---@param times? number how often; at least once if not given
function expect_ran(hook, times) end
