-- unknown hook
function onAttak(attack) end
--> main.lua:1:10: unknown hook "onAttak": did you mean "onAttack"?

-- hook of another game
function onDragonLands(d) end
--> main.lua:1:10: unknown hook "onDragonLands": known are onAttack, onRound

-- two parameters
function onAttack(a, b) end
--> main.lua:1:10: hook "onAttack" takes one parameter: function onAttack(attack)

-- open parameters
function onAttack(...) end
--> main.lua:1:10: hook "onAttack" takes one parameter: function onAttack(attack)

-- twice
function onAttack(a) end
function onRound(r) end
function onAttack(a) end
--> main.lua:3:10: hook "onAttack" is there twice: first on line 1

-- twice, as an assignment
onAttack = function(a) end
onAttack = function(a) end
--> main.lua:2:1: hook "onAttack" is there twice: first on line 1

-- hook inside of something
if maxLevel > 3 then
	function onAttack(a) end
end
--> main.lua:2:11: hook "onAttack" must stand in the file itself, not inside of something

-- hook that is no function
onAttack = 3
--> main.lua:1:1: hook "onAttack" must be a function: function onAttack(attack)

-- local hook
local function onAttack(a) end
--> main.lua:1:16: local function "onAttack" is never called: leave out `local`

-- hook of a local name
local onAttack
function onAttack(a) end
--> main.lua:2:10: "onAttack" is a local here, so that the game never calls it

-- hook as a value
local f = onAttack
function onAttack(a) onRound(a) end
--> main.lua:1:11: "onAttack" is called by the game, not by scripts
--> main.lua:2:22: "onRound" is called by the game, not by scripts

-- global function
function helper(n) return n end
--> main.lua:1:10: global function "helper": write `local function helper`

-- global variable
count = 0
function onAttack(a)
	count = count + 1
	helpers = 2
end
--> main.lua:1:1: assignment to global "count": write `local count`
--> main.lua:3: assignment to global "count": write `local count`
--> main.lua:4:2: assignment to global "helpers": write `local helpers`

-- misspelled local
function onAttack(a)
	local bonus = 1
	bonsu = 2
	a.score = bonnus
end
--> main.lua:3:2: assignment to global "bonsu": did you mean "bonus"?
--> main.lua:4:12: unknown name "bonnus": did you mean "bonus"?

-- local of the file
local count = 0
function onAttack(a)
	count = count + 1
end
--> main.lua:3: "count" is a local of the file, which is frozen after loading: what must last, the battle, a side or a stack remembers

-- unknown name
function onAttack(a) a.score = rol(6) end
--> main.lua:1:32: unknown name "rol": did you mean "roll"?

-- library is read-only
string.rep = nil
function string.foo() end
function roll() return 6 end
tostring = nil
--> main.lua:1:8: "string.rep" is read-only
--> main.lua:2:17: unknown function "string.foo"
--> main.lua:3:10: "roll" is read-only
--> main.lua:4:1: "tostring" is read-only

-- unknown library functions
local a = string.foo("x")
local b = math.random(6)
local c = math.flor(2)
local d = ("x"):foo()
local e = table.getn({})
local f = math.sin(1)
--> main.lua:1:18: unknown function "string.foo"
--> main.lua:2:16: math.random is not available: use roll: dice that replays and odds know
--> main.lua:3:16: unknown function "math.flor": did you mean "floor"?
--> main.lua:4:17: unknown function "string.foo"
--> main.lua:5:17: table.getn is not available: use #t
--> main.lua:6:16: math.sin is not available: it differs from computer to computer

-- forbidden
pcall(error)
coroutine.wrap(print)
load("x")
require("x")
io.write("x")
os.exit()
debug.getinfo(1)
rawset({}, 1, 2)
setmetatable({}, {})
getfenv(1)
collectgarbage()
_G.x = 1
print("x")
local x = arg
--> main.lua:2:1: coroutine is not available: a hook runs from its beginning to its end
--> main.lua:2:16: print is not available: use trace, or log to tell all players
--> main.lua:3:1: load is not available: code is never made while the game runs; write a function
--> main.lua:4:1: require is not available: a mod's files are loaded by the game; write it in this file
--> main.lua:5:1: io is not available: scripts have no files
--> main.lua:6:1: os is not available: scripts have no clock, no files and no environment
--> main.lua:7:1: debug is not available: scripts cannot look into the machine
--> main.lua:8:1: rawset is not available: there are no metatables, so t[k] = v is the same
--> main.lua:9:1: setmetatable is not available: there are no metatables; use plain tables and functions
--> main.lua:10:1: getfenv is not available: scripts cannot change what names mean
--> main.lua:11:1: collectgarbage is not available: memory is the game's business
--> main.lua:12:1: _G is not available: name what you want to read; nothing is written to globals
--> main.lua:13:1: print is not available: use trace, or log to tell all players
--> main.lua:14:11: arg is not available: use ... and select

-- goto
for i = 1, 3 do
	goto continue
	::continue::
end
--> main.lua:2:2: goto is not available: use if, break or a function
--> main.lua:3:4: labels are not available: use if, break or a function

-- self outside of an ability
function onAttack(a) a.score = self.level end
--> main.lua:1:32: unknown name "self": only an ability's script has it

-- self in an ability (ability)
local function level() return self.level end
function onAttack(a) a.score = self.levl end
function onRound(r) r.length = self.level end
--> main.lua:1:31: self is known in hooks only: hand it over as an argument
--> main.lua:2:37: stack has no field "levl": did you mean "level"?
--> main.lua:3:32: onRound knows no self

-- state (ability)
local seen = {}
function onAttack(a) seen[1] = 2 end
--> none
