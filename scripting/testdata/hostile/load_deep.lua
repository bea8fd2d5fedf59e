-- Leaves tables that are very deep, to be frozen.
local t = {} local u = t for i = 1, 9000 do u[1] = {} u = u[1] end local w = { t } for i = 1, 100 do w = { w, t } end function onAttack(a) error(#w) end
--> mods/evil/main.lua:2: onAttack of mod evil: 2
