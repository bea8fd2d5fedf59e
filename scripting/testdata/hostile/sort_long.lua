-- Sorts a long list again and again.
function onAttack(a) local t = {} for i = 1, 2000 do t[i] = -i end while true do table.sort(t, function(x, y) return x > y end) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
