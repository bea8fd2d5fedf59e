-- Asks for the length of what has none.
function onAttack(a) local x = #a.safe end
--> mods/evil/main.lua:2: onAttack of mod evil: # needs a string or a list, not a boolean (a.safe)
