-- Reads a field of nothing.
function onAttack(a) a.score = a.aim.level end
--> mods/evil/main.lua:2: onAttack of mod evil: a.aim is nil, which has no field "level"
