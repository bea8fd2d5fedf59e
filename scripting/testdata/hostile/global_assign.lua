-- Keeps something in a name of its own.
function onAttack(a) counter = (counter or 0) + 1 end
--> mods/evil/main.lua:2: assignment to global "counter": write `local counter`
