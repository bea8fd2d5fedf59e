-- Looks for patterns that are none.
function onAttack(a) ("x"):find("[") end
--> mods/evil/main.lua:2: onAttack of mod evil: malformed pattern: ] is missing
