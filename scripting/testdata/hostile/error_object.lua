-- Raises an object.
function onAttack(a) error(a.by) end
--> mods/evil/main.lua:2: onAttack of mod evil: stack s3
