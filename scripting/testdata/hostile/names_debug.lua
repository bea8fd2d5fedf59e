-- Looks into the machine.
function onAttack(a) debug.sethook() end
--> mods/evil/main.lua:2:22: debug is not available: scripts cannot look into the machine
