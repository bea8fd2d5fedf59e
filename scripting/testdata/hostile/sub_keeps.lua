-- Cuts pieces of one text that joins grow.
function onAttack(a) local t, s = {}, "" for i = 1, 9000 do s = s .. "0123456" t[i] = s:sub(-30) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
