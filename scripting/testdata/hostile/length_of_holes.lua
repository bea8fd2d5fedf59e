-- Asks for the length of a list that became empty, which is one instruction and a long search.
function onAttack(a) local t = {} for i = 1, 9999 do t[i] = 1 end for i = 9999, 1, -1 do t[i] = nil end while true do local n = #t + #t + #t + #t end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
