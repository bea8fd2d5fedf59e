-- Calls what texts do not have.
function onAttack(a) ("x"):rap(3) end
--> mods/evil/main.lua:2:28: unknown function "string.rap": did you mean "rep"?
