-- Joins what is no text.
function onAttack(a) table.concat({ {} }) end
--> mods/evil/main.lua:2: onAttack of mod evil: table.concat: item 1 is a table
