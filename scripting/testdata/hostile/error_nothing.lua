-- Raises nothing.
function onAttack(a) error() end
--> mods/evil/main.lua:2: onAttack of mod evil: nil
