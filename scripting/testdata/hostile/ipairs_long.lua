-- Walks over a long list again and again.
function onAttack(a) local t = {} for i = 1, 9000 do t[i] = i end while true do for i, v in ipairs(t) do end end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
