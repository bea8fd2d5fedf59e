-- Replaces by a capture that is not there.
function onAttack(a) ("x"):gsub("x", "%9") end
--> mods/evil/main.lua:2: onAttack of mod evil: malformed pattern: there is no capture 9
