-- Writes far behind the end of a list, in a constructor.
function onAttack(a) local n = 67108863 local t = { [n] = 1 } end
--> mods/evil/main.lua:2: onAttack of mod evil: a list's places are 1 to 10000, and this is 67108863: use a string as key
