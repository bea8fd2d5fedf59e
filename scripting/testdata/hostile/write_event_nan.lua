-- Writes a number that is none to the event.
function onAttack(a) a.score = 0/0 end
--> mods/evil/main.lua:2: onAttack of mod evil: score is nan: must be a finite number
