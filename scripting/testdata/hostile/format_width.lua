-- Asks for a giant width.
function onAttack(a) local s = string.format("%999999999d", 1) end
--> mods/evil/main.lua:2: onAttack of mod evil: string.format: "%999999999" is not understood
