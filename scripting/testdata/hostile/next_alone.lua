-- Asks for the next of a table as often as it can.
function onAttack(a) local t = {} for i = 1, 9000 do t[i] = i end while true do local k = next(t) k = next(t, k) k = next(t, 9000) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
