-- Writes what a field does not take, so that it is only seen when it runs.
local function f() return "x" end function onAttack(a) a.score = f() end
--> mods/evil/main.lua:2: onAttack of mod evil: score is a number, not a string
