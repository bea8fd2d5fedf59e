-- Calls the hook from the hook.
local hostile2 hostile2 = function(a) return hostile2(a) end function onAttack(a) hostile2(a) end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
