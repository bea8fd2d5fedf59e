-- Stops the collector.
function onAttack(a) collectgarbage("stop") end
--> mods/evil/main.lua:2:22: collectgarbage is not available: memory is the game's business
