-- Escapes the meter in a coroutine.
function onAttack(a) coroutine.wrap(function() while true do end end)() end
--> mods/evil/main.lua:2:22: coroutine is not available: a hook runs from its beginning to its end
