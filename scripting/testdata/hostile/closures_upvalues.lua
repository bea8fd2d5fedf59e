-- Makes functions that hold each other.
function onAttack(a) local f = function() end while true do local g = f f = function() return g end end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
