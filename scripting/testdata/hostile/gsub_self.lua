-- Replaces within a replacement function.
local function f(s) return (s .. s):gsub(".", f) end function onAttack(a) f("ab") end
--> mods/evil/main.lua:2: onAttack of mod evil: functions call each other too deep
