-- Walks over holes again and again.
function onAttack(a) local t = {} for i = 1, 9000 do t[i] = 1 end for i = 1, 8999 do t[i] = nil end while true do next(t) next(t) next(t) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
