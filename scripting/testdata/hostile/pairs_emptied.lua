-- Walks over a table that was emptied.
function onAttack(a) local t = {} for i = 1, 9000 do t["k" .. i] = i end for i = 1, 9000 do t["k" .. i] = nil end while true do for k in pairs(t) do end end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
