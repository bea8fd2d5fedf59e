-- Makes many strings of the greatest length and keeps them.
function onAttack(a) local t = {} for i = 1, 9000 do t[i] = ("x"):rep(65000) .. i end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
