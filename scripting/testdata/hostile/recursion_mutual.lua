-- Two functions call each other without end.
local g local function f(n) return g(n) + 1 end g = function(n) return f(n) + 1 end function onAttack(a) a.score = f(1) end
--> mods/evil/main.lua:2: onAttack of mod evil: functions call each other too deep
