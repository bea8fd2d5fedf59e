-- Balances nothing.
function onAttack(a) ("x"):find("%b") end
--> mods/evil/main.lua:2: onAttack of mod evil: malformed pattern: %b needs two characters
