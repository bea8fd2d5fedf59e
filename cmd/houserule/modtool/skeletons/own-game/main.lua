-- The rules of TITLE. Between two calls a game knows only what it has remembered.
-- houserule mod docs, in this folder, lists everything that a game can use.

-- What scenarios set: [scenario.ID.setup].
key{ name = "goal", default = 20, least = 2, most = 1000, text = "the points that win" }

-- The side whose turn it is, and the points that it has gathered in this turn.
local function mover() return battle.sides[battle:recall("mover")] end
local function gathered() return battle:recall("gathered") end

-- Ends the turn. After the last side's turn a new round begins.
local function pass()
	battle:remember("gathered", 0)
	if battle:recall("mover") == #battle.sides then
		battle:remember("mover", 1)
		battle:next_round()
	else
		battle:remember("mover", battle:recall("mover") + 1)
	end
end

game{
	seats = { "first", "second" },

	start = function()
		battle:remember("mover", 1)
		battle:remember("gathered", 0)
		for _, side in ipairs(battle.sides) do
			side:remember("points", 0)
		end
	end,

	-- Asks a player. It may change nothing.
	turn = function()
		if gathered() > 0 then
			battle:ask(mover(), "Roll on, or bank " .. gathered() .. "?", { "roll", "bank" })
		else
			battle:refuse("bank", "there is nothing to bank")
			battle:ask(mover(), "Your turn.", { "roll" })
		end
	end,

	-- Plays the answer.
	play = function(side, option)
		if option == "bank" then
			side:remember("points", side:recall("points") + gathered())
			if side:recall("points") >= battle:setup("goal") then
				battle:win(side)
			else
				pass()
			end
			return
		end
		local die = roll(setting("die"))
		log(side.name .. " rolls a " .. die)
		if die == 1 then
			pass()
		else
			battle:remember("gathered", gathered() + die)
		end
	end,

	-- What an option is worth: the player greedy takes the best one.
	appraise = function(side, option)
		if option == "bank" then
			return gathered()
		end
		return 8
	end,

	-- How well a side stands: players that look ahead compare this.
	worth = function(side) return side:recall("points") end,

	board = function()
		local lines = {}
		for _, side in ipairs(battle.sides) do
			table.insert(lines, string.format("%-6s %3d of %d", side.name, side:recall("points"), battle:setup("goal")))
		end
		return lines
	end,
}
