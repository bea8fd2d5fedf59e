-- Takes lists apart.
function onAttack(a) local t = {} for i = 1, 240 do t[i] = i end while true do local x = select("#", unpack(t)) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
