-- Loads another file.
function onAttack(a) require("main") end
--> mods/evil/main.lua:2:22: require is not available: a mod's files are loaded by the game; write it in this file
