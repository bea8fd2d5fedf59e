-- Leaves as many tables as it can, to be frozen.
local t = {} for i = 1, 9000 do t[i] = { {}, {}, {} } end function onAttack(a) error(#t) end
--> mods/evil/main.lua:2: onAttack of mod evil: 9000
