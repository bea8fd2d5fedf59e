-- Sorts with a comparison that lies.
function onAttack(a) local t = {} for i = 1, 1000 do t[i] = i end for i = 1, 100 do table.sort(t, function(x, y) return true end) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
