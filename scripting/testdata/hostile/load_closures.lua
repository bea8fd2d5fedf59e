-- Leaves functions that hold each other.
local f = function() end for i = 1, 9000 do local g = f f = function() return g end end function onAttack(a) error(type(f)) end
--> mods/evil/main.lua:2: onAttack of mod evil: function
