-- Reads an event through a function that outlives it.
function onAttack(a) local f = function() return a end local x = f() x.nothing = 1 end
--> mods/evil/main.lua:2: onAttack of mod evil: onAttack has no field "nothing": known are by, target, score, dice, safe, why, aim, helpers
