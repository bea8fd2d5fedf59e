-- Uses what is no number as a key in a constructor.
function onAttack(a) local t = { [0/0] = 1 } end
--> mods/evil/main.lua:2: onAttack of mod evil: a table's key cannot be nan
