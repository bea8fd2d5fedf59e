-- Reads a field of nothing.
function onAttack(a) a.score = a.aim.level end
--> mods/evil/main.lua:2: onAttack of mod evil: cannot read field 'level' of nil
