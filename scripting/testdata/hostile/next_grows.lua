-- Grows a table while walking over it.
function onAttack(a) local t = { x = 1 } for k in pairs(t) do t[k .. "x"] = 1 end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
