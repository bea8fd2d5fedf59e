-- Raises what is no text.
function onAttack(a) error({ error = error }) end
--> mods/evil/main.lua:2: onAttack of mod evil: table
