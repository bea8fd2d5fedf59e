-- Compares many numbers with one call.
function onAttack(a) local t = {} for i = 1, 240 do t[i] = i end while true do math.max(unpack(t)) math.min(unpack(t)) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
