-- Takes from the front of a long list.
function onAttack(a) local t = {} for i = 1, 5000 do t[i] = i end while true do table.remove(t, 1) t[#t + 1] = 1 end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
