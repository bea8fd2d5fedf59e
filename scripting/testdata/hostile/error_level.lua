-- Blames another place.
function onAttack(a) error("not here", 2) end
--> mods/evil/main.lua:2: onAttack of mod evil: not here
