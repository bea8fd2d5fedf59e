-- Calls itself without end and without a stack.
local function f(n) return f(n + 1) end function onAttack(a) f(1) end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
