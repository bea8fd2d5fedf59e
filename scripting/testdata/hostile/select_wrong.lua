-- Selects from nowhere.
function onAttack(a) select(-5, 1, 2) end
--> mods/evil/main.lua:2: onAttack of mod evil: select: argument 1 is a place or "#"
