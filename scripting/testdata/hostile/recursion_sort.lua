-- Sorts within the comparison of a sort.
local function before(x, y) local t = { 3, 2, 1 } table.sort(t, before) return x < y end function onAttack(a) before(1, 2) end
--> mods/evil/main.lua:2: onAttack of mod evil: functions call each other too deep
