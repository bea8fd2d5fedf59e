-- Writes to the library with table.sort.
function onAttack(a) table.sort(math) end
--> mods/evil/main.lua:2: onAttack of mod evil: this is read-only
