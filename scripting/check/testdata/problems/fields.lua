-- unknown field
function onAttack(attack)
	attack.scor = attack.scor + 1
end
--> main.lua:2: onAttack has no field "scor": did you mean "score"?

-- read-only field
function onAttack(attack)
	attack.by = attack.target
	attack.helpers = {}
end
--> main.lua:2:9: onAttack: field "by" is read-only
--> main.lua:3:9: onAttack: field "helpers" is read-only

-- wrong types
function onAttack(attack)
	attack.score = "3"
	attack.safe = 1
	attack.aim = 3
	attack.aim = nil
	attack.score = nil
	attack.why = attack.by
	attack.aim = battle
end
--> main.lua:2:9: score is a number, not a string
--> main.lua:3:9: safe is a boolean, not a number
--> main.lua:4:9: aim is a stack or nil, not a number
--> main.lua:6:9: score is a number, not nil
--> main.lua:7:9: why is a string or nil, not a stack
--> main.lua:8:9: aim is a stack or nil, not a battle

-- fields of objects
function onAttack(attack)
	local by = attack.by
	attack.score = by.levl + attack.by.level + attack.target.nam
	by.level = 4
	by.wounds = "x"
	by.has = 3
	by.has("brave")
	by:hass("brave")
	by:level()
	by:has()
	by:has(3)
	attack:cancel()
	for _, friend in ipairs(by.friends) do friend.levl = 2 end
	attack.score = by.friends[1].lvl
	attack.score = attack.helpers.level
end
--> main.lua:3:20: stack has no field "levl": did you mean "level"?
--> main.lua:3:59: stack has no field "nam": did you mean "name"?
--> main.lua:4:5: stack: field "level" is read-only
--> main.lua:5:5: wounds is a number, not a string
--> main.lua:6:5: stack: method "has" is read-only
--> main.lua:7:5: stack: "has" is called with a colon: by:has(...)
--> main.lua:8:5: stack has no method "hass": did you mean "has"?
--> main.lua:9:5: stack: "level" is a field, not a method: by.level
--> main.lua:10:5: stack:has takes 1 argument, not 0
--> main.lua:11:5: stack:has: trait is a string, not a number
--> main.lua:12:9: onAttack has no method "cancel"
--> main.lua:13:48: stack has no field "levl": did you mean "level"?
--> main.lua:14:31: stack has no field "lvl": known are level, name, wounds, friends, leader, has

-- fields of globals
local n = battle.rund
battle.round = 3
local m = maxLevel.x
--> main.lua:1:18: battle has no field "rund": did you mean "round"?
--> main.lua:2:8: battle: field "round" is read-only
--> main.lua:3:20: maxLevel has no field "x": it is a number

-- arithmetic and calls
function onAttack(attack)
	attack.score = attack.by + 1
	attack.score = attack.helpers * 2
	attack.score = battle()
	attack.score = -attack.safe
end
--> main.lua:2: attack.by is a stack, which "+" cannot take
--> main.lua:3: attack.helpers is a list of stacks, which "*" cannot take
--> main.lua:4: battle is a battle, which cannot be called
--> main.lua:5: attack.safe is a boolean, which "-" cannot take

-- arguments
function onAttack(attack)
	attack.score = roll()
	attack.score = roll(1, 2, 3)
	attack.score = roll("x")
	attack.score = roll(select(1, 6))
	attack.why = string.rep("x")
	table.insert({})
end
--> main.lua:2:17: roll takes 1 to 2 arguments, not 0
--> main.lua:3:17: roll takes 1 to 2 arguments, not 3
--> main.lua:4:17: roll: sides is a number, not a string
--> main.lua:6:22: string.rep: write string.rep(s, n)
--> main.lua:7:8: table.insert: write table.insert(list, value) or table.insert(list, place, value)

-- loops
function onAttack(attack)
	for h in attack.helpers do end
	for i, h in pairs(attack.by) do end
end
--> main.lua:2: attack.helpers is a list: write `in ipairs(attack.helpers)`
--> main.lua:3:14: pairs takes a list, and attack.by is a stack

-- returns
function onAttack(attack)
	if attack.safe then return false end
	if attack.dice == 1 then return 0 end
	if attack.dice == 2 then return attack.safe and cancel("x") end
	if attack.dice == 3 then return cancel("x"), 1 end
	if attack.dice == 4 then return cancel(3) end
	if attack.dice == 5 then return cancel("a", "b") end
	if attack.dice == 6 then return nil end
	cancel("x")
	local c = cancel
	local function f() return cancel("x") end
	return cancel("so")
end
function onRound(round)
	return cancel("x")
end
--> main.lua:2:22: a hook returns nothing or cancel("why"); 0 and false are no veto
--> main.lua:3:27: a hook returns nothing or cancel("why"); 0 and false are no veto
--> main.lua:4:27: a hook returns nothing or cancel("why"); 0 and false are no veto
--> main.lua:4:50: cancel is only for the result of a hook: write return cancel("why") in it
--> main.lua:5:27: a hook returns nothing or cancel("why"); 0 and false are no veto
--> main.lua:5:34: cancel is only for the result of a hook: write return cancel("why") in it
--> main.lua:6:34: the reason is a string, not a number
--> main.lua:7:34: cancel takes one reason: return cancel("why")
--> main.lua:9:2: cancel is only for the result of a hook: write return cancel("why") in it
--> main.lua:10:12: cancel is only for the result of a hook: write return cancel("why") in it
--> main.lua:11:28: cancel is only for the result of a hook: write return cancel("why") in it
--> main.lua:15:9: onRound cannot be canceled

-- hook that cannot be canceled
function onRound(round)
	return 1
end
--> main.lua:2:2: a hook returns nothing

-- declarations
option{ name = "charge", cost = "3", legl = 2 }
option{ cost = 3 }
option{ name = "x", "y" }
option{ name = "x", legal = function(stack, more) return stack.levl end, score = 3 }
option("x")
option()
function onAttack(a) option{ name = "late" } end
--> main.lua:1:26: cost is a number or nil, not a string
--> main.lua:1:38: option has no field "legl": did you mean "legal"?
--> main.lua:2:1: option needs the field "name"
--> main.lua:3: option: every field has a name: option{ name = value }
--> main.lua:4:21: option: the parameters of legal are at most 1, not 2
--> main.lua:4:64: stack has no field "levl": did you mean "level"?
--> main.lua:4:74: score is a function or nil, not a number
--> main.lua:6:1: option takes a table: option{ ... }
--> main.lua:7:22: option{...} declares while the file is loaded: write it outside of functions

-- everything at once
function onAttak(a) a.x = 1 end
function onAttack(attack)
	attack.scor = 1
	math.random()
	bonus = 3
end
--> main.lua:1:10: unknown hook "onAttak": did you mean "onAttack"?
--> main.lua:3:9: onAttack has no field "scor": did you mean "score"?
--> main.lua:4:7: math.random is not available: use roll: dice that replays and odds know
--> main.lua:5:2: assignment to global "bonus": write `local bonus`

-- results of declared functions
option{ name = "a", legal = function(stack) return stack.level end, score = function(stack, n) if n > 1 then return n end return "x" end }
option{ name = "b", legal = function(stack) local f = function() return 3 end return f() end, score = function() end }
--> main.lua:1: option.legal: the result is a boolean, not a number
--> main.lua:1: option.score: the result is a number, not a string
