---@meta houserule.heroes.test

-- What test.lua can see besides. Written by houserule mod stubs: do not edit it.

---A test: a battle, and its expected results.
---@class (exact) TestDeclaration
---@field name string what the test shows, in a sentence
---@field run fun() the function that runs the test

---A test: a battle, and its expected results.
---@param declared TestDeclaration
function test(declared) end

---Sets the armies.
---@param aggressor string the aggressor's stacks: "3 gold-golem, 2 orc + 1 bandit | 4 halfling"
---@param defender string the defender's stacks, in the same form
function armies(aggressor, defender) end

---Takes armies, walls and everything else from a scenario. Calls after it may change parts of it.
---@param id string its id
function scenario(id) end

---Sets the state of the walls of the defender's town (H8).
---@param walls string "none" (the default), "intact", "breached" or "sacked"
function walls(walls) end

---Sets the distance to a side's nearest own town, to which it may withdraw (H7.2).
---@param side ("aggressor"|"defender") "aggressor" or "defender"
---@param spaces integer the distance in spaces, from 0 to 1000
function town(side, spaces) end

---Sets the number of cards in a side's hand, which it may offer to surrender (H7.3), and in its deck.
---@param side ("aggressor"|"defender") "aggressor" or "defender"
---@param cards integer the cards in its hand, from 0 to 1000
---@param deck? integer the cards in its deck, from 0 to 1000; if not given, 0
function hand(side, cards, deck) end

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
---@return string result "d1 acts", "a1 retaliates", "defender withdraws" ..., or what a script asks: "defender: Stay or go?"; when the battle is over, how it ended
function asked() end

---Returns all answers to the question, as players type them.
---@return string[] result
function options() end

---Answers the question. An illegal answer fails the test with the reason.
---@param answer string as players type it: "d1 attack a1", "a1 retaliate"
function answer(answer) end

---Lets both sides pass, hold back and take the first option until it is the turn of a stack.
---@param stack string its name: "a2"
function skip(stack) end

---Lets the players called reference play to the end, with seeded dice after the given ones.
---@param seed? integer the seed of the dice; if not given, 1
function finish(seed) end

---Returns the stack with a name. A destroyed stack has alive == false.
---@param name string its name: "a1", "d3"
---@return stack result
function stack(name) end

---Adds a line to the log, which is shown if the test fails.
---@param text any the text
function log(text) end

---Reports the winner.
---@return string? result "aggressor", "defender" or "draw"; nil while the battle lasts
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

---Fails unless a score of the last strike is this number.
---@param score string "attack" or "defense", of the last strike
---@param want number the score, without the die
function expect_score(score, want) end

---Fails unless a term of a score of the last strike contains a text.
---@param score string "attack" or "defense", of the last strike
---@param text string as houserule battle --why prints it: "+1 Bless"
function expect_term(score, text) end

---Fails unless a hook of the mod has run this often in this test, in all files of the mod together.
---@param hook string "onAttack"
---@param times? number the number of runs; if not given, at least one
function expect_ran(hook, times) end
