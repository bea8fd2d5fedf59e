-- Sorts what cannot be compared.
function onAttack(a) table.sort({ 1, "x", {} }) end
--> mods/evil/main.lua:2: onAttack of mod evil: table.sort: cannot compare a string with a number
