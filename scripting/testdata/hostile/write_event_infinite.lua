-- Writes an infinite number to the event.
function onAttack(a) a.score = math.huge end
--> mods/evil/main.lua:2: onAttack of mod evil: score is inf: must be a finite number
