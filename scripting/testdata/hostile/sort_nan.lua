-- Sorts what has no order.
function onAttack(a) local t = { 0/0, 3, 0/0, 1, 0/0, 2 } table.sort(t) error("sorted") end
--> mods/evil/main.lua:2: onAttack of mod evil: sorted
