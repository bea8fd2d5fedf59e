-- Writes to the library with table.insert.
function onAttack(a) table.insert(string, 1) end
--> mods/evil/main.lua:2: onAttack of mod evil: this is read-only
