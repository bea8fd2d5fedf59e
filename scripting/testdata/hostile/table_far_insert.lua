-- Inserts far behind the end of a list.
function onAttack(a) local t = {} table.insert(t, 67108863, 1) end
--> mods/evil/main.lua:2: onAttack of mod evil: table.insert: the place is 1 to 1, not 67108863
