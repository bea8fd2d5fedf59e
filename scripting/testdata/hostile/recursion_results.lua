-- Returns more in each call.
local function f(...) if select("#", ...) > 240 then return ... end return f(1, ...) end local g = f function onAttack(a) f(1) end
--> well
