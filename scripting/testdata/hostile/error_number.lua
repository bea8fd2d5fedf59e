-- Raises a number.
function onAttack(a) error(0/0) end
--> mods/evil/main.lua:2: onAttack of mod evil: nan
