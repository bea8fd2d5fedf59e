-- Assigns a call to the last parameter, which is compiled wrong.
local function g() return 7 end local function f(p) p = (g()) return p end function onAttack(a) error(f(1)) end
--> mods/evil/main.lua:2: onAttack of mod evil: 7
