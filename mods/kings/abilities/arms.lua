-- K6.6: the bearer of the sword charges, that of the bow is ranged, with 1 more
-- and without its other marks. A hit may be taken on the item; at the start of a
-- round it may change its bearer. Both abilities name this script.
local MORE = 1
local MARK = {sword = "charge", bow = "range"}
local DICE = {sword = 2, bow = 1}

-- Which of the two an item is, nil for any other.
local function arms(item)
	return item:has("sword") and "sword" or item:has("bow") and "bow" or nil
end

local function arm(item, bearer)
	battle:bear(item, bearer)
	battle:mark(bearer, {MARK[arms(item)]})
	battle:strengthen(bearer, MORE)
end

-- The marks that are its own again, but for magic that was dispelled
-- (dispel-magic.lua).
local function disarm(bearer)
	local marks = {}
	for _, mark in ipairs(bearer.printed_marks) do
		if not bearer:recall("dispelled") or mark ~= "magic" and mark ~= "range" then
			marks[#marks + 1] = mark
		end
	end
	battle:mark(bearer, marks)
	battle:strengthen(bearer, -MORE)
end

-- Whether something is borne: a mod can give the ability to a counter, too, and to
-- an item that fights by itself.
local function isArms(thing)
	return thing.kind == "item" and not thing.stands
end

-- Why a counter cannot bear an item, or nil.
local function unfit(counter)
	if counter.kind ~= "creature" and counter.kind ~= "special" then
		return "creatures and special characters bear it"
	elseif #counter.items > 0 then
		return "it bears an item already"
	elseif counter:recall("balloon") then
		return "it rides in a balloon"
	end
end

-- What it is worth to fight in the step of a mark, in faces of the die.
local EARLY = {magic = 3, range = 2, charge = 0, fly = 0}

local function faces(dice, value)
	return dice * math.max(0, math.min(value, battle.die))
end

-- What a counter gains as the bearer: for computer players.
local function gain(item, counter)
	local value, dice, early = counter.value, 1, 0
	if item.bearer == counter then
		value = value - MORE
	end
	for _, mark in ipairs(counter.printed_marks) do
		early = math.max(early, EARLY[mark])
		if mark == "charge" then
			dice = 2
		end
	end
	return faces(DICE[arms(item)], value + MORE) + EARLY[MARK[arms(item)]] - faces(dice, value) - early
end

item{
	on = "friend",
	legal = function(_, on) return unfit(on) end,
	play = function(item, bearer)
		if isArms(item) then
			arm(item, bearer)
		end
	end,
	worth = gain,
}

function onRoundStart()
	if not isArms(self) then
		return
	end
	local bearer = self.bearer
	local fit, gains = {}, {}
	for _, counter in ipairs(self.side.counters) do
		if counter == bearer or not unfit(counter) then
			fit[#fit + 1] = counter
			gains[#gains + 1] = gain(self, counter)
		end
	end
	if #fit == 0 or #fit == 1 and fit[1] == bearer then
		return
	end
	local to = battle:pick(self.side, "Who bears the " .. arms(self) .. " in this round?", fit, gains)
	if to ~= bearer then
		if bearer then
			disarm(bearer)
		end
		arm(self, to)
	end
end

-- Either the item is lost, or its bearer: then it waits for another.
function onLost()
	if self.kind ~= "item" then
		for _, item in ipairs(self.items) do
			if arms(item) then
				battle:bear(item)
			end
		end
	elseif self.bearer then
		disarm(self.bearer)
	end
end
