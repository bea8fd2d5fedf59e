-- Joins from far before to far behind a list.
function onAttack(a) table.concat({}, "", -1e300, 1e300) end
--> mods/evil/main.lua:2: onAttack of mod evil: table.concat: at most 10000 items
