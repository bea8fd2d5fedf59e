-- Cuts argument lists.
local t = {} for i = 1, 240 do t[i] = i end local function f(...) for i = 1, 240 do local x = select(i, ...) end end function onAttack(a) while true do f(unpack(t)) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
