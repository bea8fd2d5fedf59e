-- Writes to the library with table.remove.
function onAttack(a) table.remove(table) end
--> mods/evil/main.lua:2: onAttack of mod evil: this is read-only
