-- Raises an error in the comparison of a sort.
function onAttack(a) table.sort({ 3, 2, 1 }, function() error("not now") end) end
--> mods/evil/main.lua:2: onAttack of mod evil: not now
