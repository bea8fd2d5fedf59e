-- Writes functions out.
function onAttack(a) string.dump(function() end) end
--> mods/evil/main.lua:2:29: string.dump is not available: scripts cannot look into the machine
