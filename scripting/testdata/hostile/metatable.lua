-- Takes the metatable of strings.
function onAttack(a) getmetatable("").__index = nil end
--> mods/evil/main.lua:2:22: getmetatable is not available: there are no metatables; use plain tables and functions
