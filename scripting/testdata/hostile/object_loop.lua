-- Reads lists of the game without end.
function onAttack(a) while true do local f = a.by.friends end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
