-- end is missing
function onAttack(a)
	if a.safe then
--> main.lua:2:2: syntax error: this `if` has no `end`

-- end too many
function onAttack(a) end end
--> main.lua:1:26: syntax error: this `end` closes nothing

-- two equals
local a == 1
--> main.lua:1:9: syntax error near "=="

-- string not closed
local a = "x
--> main.lua:1: syntax error near "x": unterminated string

-- not a statement
a.b
--> main.lua:1: syntax error: a value alone is no statement

-- ambiguous
local f = tostring
local a = f(1)
(f)(2)
--> main.lua:3:1: syntax error near "(": ambiguous syntax (function call x new statement)

-- other languages
local a = 1
a += 1
--> main.lua:2:3: syntax error: Lua has no +=: write x = x + 1

-- not equal
if maxLevel != 3 then end
--> main.lua:1:13: syntax error: Lua writes ~= for !=

-- numbers
local a = 007
local b = 1e
--> main.lua:2:11: number 1e cannot be read

-- a number with letters
local a = {} a.b = 0b11
--> main.lua:1:20: number 0b11 cannot be read

-- a number runs into a name
local a = {} a.x = 3b.x = 4
--> main.lua:1:20: number 3b cannot be read

-- two points
local a = 1..2
--> main.lua:1:11: number 1..2 cannot be read

-- large number
local a = 1e400
--> main.lua:1:11: number 1e400 cannot be read

-- long number
local a = 111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111
--> main.lua:1:11: number 1111111111111111111111111111111111111111... cannot be read

-- numbers that are read
local a, b, c, d, e, f = 0x1F, 1e3, .5, 3., 010, 0xffffffffffffffff
--> none

-- large escape
local a = 'x\255'
local b = [[\999]] -- "\999"
local c = "é\\999 \999"
--> main.lua:3:19: the escape \999 is too large: \255 is the largest

-- large escape in a second line
local a = "x\
\256"
--> main.lua:2:1: the escape \256 is too large: \255 is the largest

-- a call in a new line
local a = tostring
(tostring or type)(1)
--> main.lua:2:1: syntax error near "(": ambiguous syntax (function call x new statement)

-- a call of an item in a new line
local a = { type }
a[1]
(2)
--> main.lua:3:1: syntax error near "(": ambiguous syntax (function call x new statement)

-- a call of a call in a new line
local a = type(1)
(tostring or type)(1)
--> main.lua:2:1: syntax error near "(": ambiguous syntax (function call x new statement)

-- parentheses in a new line
local a
(tostring or type)(1)
local b, c
(type)(2)
local d = "x"
(type)(3)
local e = { 1 }
(type)(4)
local function f
(x) return x end
local g = function
(x) return x end
function e.g
(x) return x end
local function h(x)
(type)(x) end
for i = 1, (2)
do end
--> none

-- break outside of a loop
break
--> main.lua:1:1: break is outside of a loop

-- long list with names
local t = { 1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0, x = 1 }
--> none

-- place too far
local t = { [67108863] = 1 }
--> none

-- unclosed comment
local a = 1
	-- one line [[
--[==[ a comment
of two ]] lines
--> main.lua:3:1: syntax error: this comment has no ]==]

-- unclosed string
local a, b = "[[", [[x]] -- [[
--[[ done ]] local c = [[
text
--> main.lua:2:24: syntax error: this string has no ]]

-- unclosed at once
--[[
--> main.lua:1:1: syntax error: this comment has no ]]

-- unclosed in a function
function onAttack(a)
	a.score = 1 --[[ why
end
--> main.lua:2:14: syntax error: this comment has no ]]

-- continue
for i = 1, 3 do
	if i == 2 then continue end
	log(i)
end
--> main.lua:2:17: syntax error: Lua has no `continue`: put the rest of the loop into an `if`

-- continue before a statement
for i = 1, 3 do
	continue;
	log(i)
end
--> main.lua:2:2: syntax error: Lua has no `continue`: put the rest of the loop into an `if`

-- continue last
continue
--> main.lua:1:1: syntax error: Lua has no `continue`: put the rest of the loop into an `if`

-- braces of a function
local function f() {
	return 1
}
--> main.lua:1:20: syntax error: Lua has no braces around a block: it ends with `end`

-- braces of a loop
for i = 1, 3 {
	log(i)
}
--> main.lua:1:14: syntax error: Lua has no braces around a block: it ends with `end`

-- braces after else
if maxLevel then log(1)
else {
	log(2)
}
--> main.lua:2:6: syntax error: Lua has no braces around a block: it ends with `end`

-- a script of a shell
#!/usr/bin/lua
local a = 1
--> main.lua:1:1: syntax error: a file of a mod has no line with #!

-- semicolons
; ; local a = 1;;
--> none

-- goto as a name
local goto = 1
--> main.lua:1:7: syntax error near "goto"
