---@meta houserule.heroes.test

-- What test.lua can see besides. Written by houserule mod stubs: do not edit it.

---A test: a battle, and its expected results.
---@class (exact) TestDeclaration
---@field name string what the test shows, in a sentence
---@field run fun() runs it

---A test: a battle, and its expected results.
---@param declared TestDeclaration
function test(declared) end

---Which armies meet.
---@param aggressor string as everywhere: "3 gold-golem, 2 orc + 1 bandit | 4 halfling"
---@param defender string the other one
function armies(aggressor, defender) end

---Takes armies, walls and all else from a scenario; what is said after it changes that.
---@param id string its id
function scenario(id) end

---The state of the defender's town (H8).
---@param walls string "none" (if not said), "intact", "breached" or "sacked"
function walls(walls) end

---How far a side's nearest own town is, which it may withdraw to (H7.2).
---@param side string "aggressor" or "defender"
---@param spaces integer from 0 to 1000
function town(side, spaces) end

---The cards in a side's hand, which it may offer to surrender (H7.3), and in its deck.
---@param side string "aggressor" or "defender"
---@param cards integer from 0 to 1000
---@param deck? integer from 0 to 1000; 0 if not given
function hand(side, cards, deck) end

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
---@return string result "d1 acts", "a1 retaliates", "defender withdraws" ..., or what a script asks: "defender: Stay or go?"; when the battle is over, how
function asked() end

---All answers to the question, as players type them.
---@return string[] result
function options() end

---Answers the question. An illegal answer fails the test with the reason.
---@param answer string as players type it: "d1 attack a1", "a1 retaliate"
function answer(answer) end

---Everybody passes, holds back and takes the first option until it is the turn of a stack.
---@param stack string its name: "a2"
function skip(stack) end

---Lets the players called reference play to the end, with seeded dice after the given ones.
---@param seed? integer of the dice; 1 if not given
function finish(seed) end

---A stack by its name; one that is destroyed has alive == false.
---@param name string "a1", "d3"
---@return stack result
function stack(name) end

---Adds a line to the log, which is shown if the test fails.
---@param text any what
function log(text) end

---The winner.
---@return string? result "aggressor", "defender" or "draw"; nil while the battle lasts
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

---Fails unless a score of the last strike is this number.
---@param score string "attack" or "defense", of the last strike
---@param want number the score, without the die
function expect_score(score, want) end

---Fails unless a term of a score of the last strike contains a text.
---@param score string "attack" or "defense", of the last strike
---@param text string as houserule battle --why prints it: "+1 Bless"
function expect_term(score, text) end

---Fails unless a hook of the mod has run so often in this test, in all its files together.
---@param hook string "onAttack"
---@param times? number how often; at least once if not given
function expect_ran(hook, times) end
