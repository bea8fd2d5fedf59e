-- Asks for all names.
function onAttack(a) local x = _G.roll end
--> mods/evil/main.lua:2:32: _G is not available: name what you want to read; nothing is written to globals
