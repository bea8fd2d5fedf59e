-- Asks for what follows a place in an empty table.
function onAttack(a) error(tostring(next({}, 5))) end
--> mods/evil/main.lua:2: onAttack of mod evil: nil
