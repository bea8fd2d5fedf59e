-- Asks for the time.
function onAttack(a) local x = os.time() end
--> mods/evil/main.lua:2:32: os is not available: scripts have no clock, no files and no environment
