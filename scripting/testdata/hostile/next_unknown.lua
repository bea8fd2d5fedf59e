-- Asks for what follows a key that is not there.
function onAttack(a) error(tostring(next({ 1, 2, x = 3 }, "y"))) end
--> mods/evil/main.lua:2: onAttack of mod evil: nil
