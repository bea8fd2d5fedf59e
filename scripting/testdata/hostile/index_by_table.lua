-- Reads a field by a table, whose name would be an address.
function onAttack(a) local n = a.why local x = n[{}] end
--> mods/evil/main.lua:2: onAttack of mod evil: n is nil, which has no field table
