-- Formats a fraction as a whole number, and what has none.
function onAttack(a) error(string.format("%d", 1e300)) end
--> mods/evil/main.lua:2: onAttack of mod evil: string.format: %d needs a whole number, not 1e+300
