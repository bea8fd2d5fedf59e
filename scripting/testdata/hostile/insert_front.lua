-- Inserts at the front of a long list.
function onAttack(a) local t = {} while true do table.insert(t, 1, 1) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
