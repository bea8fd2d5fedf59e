-- Liar's dice, a game of its own with hidden hands. What a side must not see of the
-- other is concealed, never remembered; README.md says how.

key{ name = "first", default = 5, least = 1, most = 10, text = "dice of the side that begins" }
key{ name = "second", default = 5, least = 1, most = 10, text = "dice of the other side" }

local function dice(side) return side:recall("dice") end
local function count(side) return dice(side) == 1 and "1 die" or dice(side) .. " dice" end

local function all()
	return dice(battle.sides[1]) + dice(battle.sides[2])
end

-- The dice under a cup, sorted: "13446". Only the side sees them.
local function cup(side) return side:secret("cup") end

-- L1: dice that fall the same, in whatever order, are the same cup.
local function throw(side)
	local shown = {}
	for i = 1, dice(side) do
		shown[i] = roll(setting("die"))
	end
	table.sort(shown)
	side:conceal("cup", table.concat(shown))
end

-- How many dice of a cup count for a face.
local function matching(shown, face)
	local n = 0
	for i = 1, #shown do
		local die = tonumber(shown:sub(i, i))
		if die == face or die == 1 and setting("wild_ones") then
			n = n + 1
		end
	end
	return n
end

local function bidOf(option)
	local n, face = option:match("^bid (%d+) (%d)$")
	return tonumber(n), tonumber(face)
end

-- The chance, in thousandths, that at least `wanted` of `n` hidden dice count for a face.
local function chanceOf(wanted, n, face)
	local p = (face ~= 1 and setting("wild_ones") and 2 or 1) / setting("die")
	local sum, ways = 0, 1
	for hits = 0, n do
		if hits >= wanted then
			sum = sum + ways * p ^ hits * (1 - p) ^ (n - hits)
		end
		ways = ways * (n - hits) / (hits + 1)
	end
	return math.floor(1000 * sum + 0.5)
end

-- The chance that a bid is true, as a side sees it.
local function trust(side, n, face)
	return chanceOf(n - matching(cup(side), face), dice(side.next), face)
end

game{
	seats = { "first", "second" },
	rounds = 100,

	start = function()
		for _, side in ipairs(battle.sides) do
			side:remember("dice", battle:setup(side.name))
		end
		battle:remember("mover", 1)
	end,

	turn = function()
		if not battle:recall("thrown") then
			return -- chance throws
		end
		local n, face = battle:recall("n") or 0, battle:recall("face") or setting("die")
		local options = {}
		for more = math.max(n, 1), all() do
			for f = (more == n and face + 1 or 1), setting("die") do
				table.insert(options, "bid " .. more .. " " .. f)
			end
		end
		if n > 0 then
			table.insert(options, "doubt")
		else
			battle:refuse("doubt", "nothing is bid yet")
		end
		battle:ask(battle.sides[battle:recall("mover")], "Which bid?", options)
	end,

	chance = function()
		for _, side in ipairs(battle.sides) do
			throw(side)
			side:tell("your dice: " .. cup(side))
		end
		battle:remember("thrown", true)
	end,

	play = function(side, option)
		if option ~= "doubt" then
			local n, face = bidOf(option)
			battle:remember("n", n)
			battle:remember("face", face)
			battle:remember("mover", side.next.number)
			return
		end
		local n, face = battle:recall("n"), battle:recall("face") -- L3
		local there = 0
		for _, owner in ipairs(battle.sides) do
			log(owner.name .. " shows " .. cup(owner))
			there = there + matching(cup(owner), face)
			owner:conceal("cup")
		end
		local loser = there >= n and side or side.next
		loser:remember("dice", dice(loser) - 1)
		log((there == 1 and "there is " or "there are ") .. there .. " of face " .. face .. ": " .. loser.name .. " loses a die and has " .. count(loser))
		for _, name in ipairs({ "n", "face", "thrown" }) do
			battle:remember(name)
		end
		if dice(loser) == 0 then
			return battle:win(loser.next)
		end
		battle:remember("mover", loser.number)
		battle:next_round()
	end,

	-- Throws what is under the other cup anew, for players who try options out.
	deal = function(side)
		if battle:recall("thrown") then
			throw(side.next)
		end
	end,

	worth = function(side) return dice(side) end,

	-- A bid is worth as much as it is likely to be true, a doubt as much as the last bid
	-- is likely to be a lie.
	appraise = function(side, option)
		if option == "doubt" then
			return 1000 - trust(side, battle:recall("n"), battle:recall("face"))
		end
		return trust(side, bidOf(option))
	end,

	board = function(side)
		local lines = {}
		for _, owner in ipairs(battle.sides) do
			local shown = ""
			if battle:recall("thrown") then
				shown = cup(owner) or ("?"):rep(dice(owner))
			end
			table.insert(lines, string.format("%-6s  %-9s %s", owner.name, count(owner), shown))
		end
		if battle:recall("n") then
			table.insert(lines, "bid: at least " .. battle:recall("n") .. " of face " .. battle:recall("face"))
		end
		return lines
	end,

	outcome = function()
		for _, side in ipairs(battle.sides) do
			if dice(side) == 0 then
				return side.next.name .. " wins with " .. count(side.next) .. " left"
			end
		end
	end,
}
