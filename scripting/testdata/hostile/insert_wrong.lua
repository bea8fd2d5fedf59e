-- Inserts at what is no place.
function onAttack(a) table.insert({}, 0/0, 1) end
--> mods/evil/main.lua:2: onAttack of mod evil: table.insert: argument 2 is nan
