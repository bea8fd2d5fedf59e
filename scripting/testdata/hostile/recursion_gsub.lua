-- Calls itself through a replacement.
local function f(s) return (s:gsub(".", function(c) return f(c) end)) end function onAttack(a) f("x") end
--> mods/evil/main.lua:2: onAttack of mod evil: functions call each other too deep
