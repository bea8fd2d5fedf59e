-- Returns as much as it can.
function onAttack(a) local t = {} for i = 1, 240 do t[i] = i end return unpack(t) end
--> mods/evil/main.lua:2:66: a hook returns nothing or cancel("why"); 0 and false are no veto
