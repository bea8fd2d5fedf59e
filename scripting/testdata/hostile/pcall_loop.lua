-- Catches its own end.
function onAttack(a) while true do pcall(function() while true do end end) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
