-- Joins a list of numbers.
function onAttack(a) local t = {} for i = 1, 9000 do t[i] = i + 0.1 end while true do local s = table.concat(t, ",") end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
