-- Claims what is not so, with a table.
function onAttack(a) assert(false, {}) end
--> mods/evil/main.lua:2: onAttack of mod evil: table
