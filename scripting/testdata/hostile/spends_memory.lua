-- Takes nearly all memory of a call, and ends well.
function onAttack(a) local t = {} for i = 1, 200 do t[i] = ("x"):rep(60000) .. i end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
