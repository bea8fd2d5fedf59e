-- Asks for the length of a list with holes.
function onAttack(a) local t = {} for i = 1, 9000 do t[i] = i end for i = 1, 9000, 2 do t[i] = nil end while true do local n = #t end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
