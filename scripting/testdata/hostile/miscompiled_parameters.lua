-- Assigns a call and a value to the last parameters, which is compiled wrong.
local function g() return 7 end local function f(p, q) p, q = g(), 5 return p + q end function onAttack(a) error(f(1, 2)) end
--> mods/evil/main.lua:2: onAttack of mod evil: 12
