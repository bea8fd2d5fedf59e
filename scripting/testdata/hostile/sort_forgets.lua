-- Compares by nothing.
function onAttack(a) local t = {} for i = 1, 9000 do t[i] = i % 7 end while true do table.sort(t, function() end) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
