-- Asks for a giant precision.
function onAttack(a) local s = string.format("%.99999999f", 1) end
--> mods/evil/main.lua:2: onAttack of mod evil: string.format: "%.99999999" is not understood
