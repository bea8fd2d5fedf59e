-- Calls itself without end.
local function f(n) return 1 + f(n + 1) end function onAttack(a) a.score = f(1) end
--> mods/evil/main.lua:2: onAttack of mod evil: functions call each other too deep
