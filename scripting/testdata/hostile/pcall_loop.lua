-- Catches its own end.
function onAttack(a) while true do pcall(function() while true do end end) end end
--> mods/evil/main.lua:2:36: pcall is not available: an error ends the hook; test before you do what may fail
