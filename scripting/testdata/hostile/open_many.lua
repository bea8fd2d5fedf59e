-- Copies a long argument list with one instruction, again and again.
local function f(...) local t = {} while true do t[#t + 1] = { ... } end end function onAttack(a) local t = {} for i = 1, 240 do t[i] = i end f(unpack(t)) end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
