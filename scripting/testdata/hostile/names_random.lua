-- Draws numbers that do not replay.
function onAttack(a) math.randomseed(1) end
--> mods/evil/main.lua:2:27: math.randomseed is not available: use roll: dice that replays and odds know
