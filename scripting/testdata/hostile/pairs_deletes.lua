-- Takes out what it walks over.
function onAttack(a) local t = {} while true do for i = 1, 100 do t[i] = i end for k in pairs(t) do t[k] = nil end end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
