-- Ends a pattern with a percent sign.
function onAttack(a) ("x"):find("%") end
--> mods/evil/main.lua:2: onAttack of mod evil: malformed pattern: it ends with %
