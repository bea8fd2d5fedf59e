-- Holds functions of the library in locals.
local rep, format = string.rep, string.format function onAttack(a) while true do rep("x", 60000) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
