-- Calculates a power that differs between computers.
function onAttack(a) a.score = 2 ^ 0.5 end
--> mods/evil/main.lua:2: onAttack of mod evil: x^0.5: the exponent is a whole number of at most 1024; see math.sqrt
