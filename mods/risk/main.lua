-- The battles of Risk, a game of its own. README.md says how such games are written,
-- rulebook.toml what R1 to R3 are.

-- What a battle starts from, [scenario.ID.setup], and what other mods can hang on.
key{ name = "attackers", default = 10, least = 1, most = 1000, text = "armies that attack, without the one that has to stay behind" }
key{ name = "defenders", default = 10, least = 1, most = 1000, text = "armies that defend" }
key{ name = "land", default = "", entry_of = "land", text = "the land that is fought for: lands.toml" }
event{ name = "limit", takes = {"side: side", "dice: integer"}, changes = "dice", read_only = true, text = "how many dice a side may throw" }
event{ name = "lost", takes = {"side: side", "armies: integer"}, text = "a side has lost armies" }

-- All that the game knows it remembers: armies of each side, and within a round
-- how many dice each throws, then what the attacker's show.
local function armies(side) return side:recall("armies") end
local function dice(side) return side:recall("dice") end
local function count(n) return n == 1 and "1 army" or n .. " armies" end

-- R1: the most dice that a side may throw; it needs an army for each.
local function limit(side)
	local attacks, land = side.name == "attacker", battle:setup("land")
	local most = setting(attacks and "attack_dice" or "defense_dice")
	if attacks and land ~= "" then
		most = math.min(most, land_entry(land).attack_dice)
	end
	return raise("limit", side, most)
end

local function higher(a, b) return a > b end

-- Throws a side's dice, the highest first.
local function throw(side)
	local shown = {}
	for i = 1, dice(side) do
		shown[i] = roll(setting("die"))
	end
	table.sort(shown, higher)
	log(side.name .. " rolls " .. table.concat(shown, ", "))
	return shown
end

-- How many dice meet: as many as who throws fewer has.
local function meeting(attacker, defender)
	return math.min(dice(attacker), dice(defender))
end

local function lose(side, n)
	if n > 0 then
		side:remember("armies", armies(side) - n)
		log(side.name .. " loses " .. count(n))
		raise("lost", side, n)
	end
end

-- R2: the highest dice meet, then the next highest; the lower loses an army.
local function compare(attacker, defender)
	local shown, lost = throw(defender), 0
	for i = 1, meeting(attacker, defender) do
		local mine, theirs = attacker:recall("die" .. i), shown[i]
		if mine < theirs or mine == theirs and setting("ties") == "defender" then
			lost = lost + 1
		end
		attacker:remember("die" .. i)
	end
	lose(attacker, lost)
	lose(defender, meeting(attacker, defender) - lost)
end

game{
	seats = { "attacker", "defender" },
	rounds = 10000,

	start = function()
		battle:side("attacker"):remember("armies", battle:setup("attackers"))
		battle:side("defender"):remember("armies", battle:setup("defenders"))
	end,

	-- R1: who has not said how many dice it throws is asked. Once both have, nobody
	-- is: chance throws them.
	turn = function()
		for _, side in ipairs(battle.sides) do
			if not dice(side) then
				local options = {}
				for n = limit(side), 1, -1 do
					if n <= armies(side) then
						table.insert(options, "roll " .. n)
					else
						battle:refuse("roll " .. n, side.name .. " has " .. count(armies(side)))
					end
				end
				if side.name == "attacker" then
					table.insert(options, "stop")
				end
				battle:ask(side, "How many dice?", options)
				return
			end
		end
	end,

	play = function(side, option)
		if option == "stop" then
			battle:win(side.next)
		else
			side:remember("dice", tonumber(string.match(option, "%d+")))
		end
	end,

	-- First the attacker's dice, in a step of their own: of those only the ones
	-- that will be compared count, so that many throws come to the same and exact
	-- odds come soon. Then the defender's, and the armies that are lost.
	chance = function()
		local attacker, defender = unpack(battle.sides)
		if not attacker:recall("die1") then
			local shown = throw(attacker)
			for i = 1, meeting(attacker, defender) do
				attacker:remember("die" .. i, shown[i])
			end
			return
		end
		compare(attacker, defender)
		attacker:remember("dice") -- nothing: that forgets it
		defender:remember("dice")
		if armies(defender) == 0 then -- R3
			battle:win(attacker)
		elseif armies(attacker) == 0 then
			battle:win(defender)
		else
			battle:next_round()
		end
	end,

	worth = function(side) return armies(side) end,

	-- As many dice as one may: the computer never stops, and greedy never waits.
	appraise = function(side, option) return tonumber(string.match(option, "%d+") or "0") end,

	board = function()
		local lines = {}
		for _, side in ipairs(battle.sides) do
			table.insert(lines, string.format("%-8s %4d %s", side.name, armies(side), string.rep("*", math.min(armies(side), 60))))
		end
		return lines
	end,

	outcome = function()
		local attacker, defender = unpack(battle.sides)
		if armies(defender) == 0 then
			return "attacker takes the land with " .. count(armies(attacker)) .. " left"
		end
		return "defender holds the land with " .. count(armies(defender)) .. " left"
	end,
}
