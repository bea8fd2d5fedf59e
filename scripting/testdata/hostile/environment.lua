-- Takes another function's names.
function onAttack(a) getfenv(log).roll = nil end
--> mods/evil/main.lua:2:22: getfenv is not available: scripts cannot change what names mean
