-- Selects from infinity.
function onAttack(a) error(tostring(select(math.huge, 1, 2))) end
--> mods/evil/main.lua:2: onAttack of mod evil: nil
