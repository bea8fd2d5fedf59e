-- Reads a field by a table, whose name would be an address.
function onAttack(a) local n = a.why local x = n[{}] end
--> mods/evil/main.lua:2: onAttack of mod evil: cannot read field 'table' of nil
