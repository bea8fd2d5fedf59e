-- Grows a result list by calling itself.
local function f(n) if n == 0 then return end return 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, f(n - 1) end function onAttack(a) while true do local t = { f(90) } end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
