-- Blames a place that is not there.
function onAttack(a) error("nowhere", 1e300) end
--> mods/evil/main.lua:2: onAttack of mod evil: nowhere
