-- Keeps as much as it can from loading on.
local t = {} for i = 1, 200 do t[i] = ("x"):rep(60000) .. i end function onAttack(a) while true do local b = t[1] < t[2] end end
--> mods/evil/main.lua:2: took more than 16384 KiB of memory
