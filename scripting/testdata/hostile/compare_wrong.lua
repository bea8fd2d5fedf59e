-- Compares what has no order.
function onAttack(a) local x = {} < {} end
--> mods/evil/main.lua:2: onAttack of mod evil: cannot compare a table with a table
