-- Writes a hook in a hook.
function onAttack(a) onRound = function() end end
--> mods/evil/main.lua:2:22: hook "onRound" must stand in the file itself, not inside of something
