-- Asks for the byte at infinity.
function onAttack(a) error(tostring(("x"):byte(math.huge)) .. tostring(("x"):byte(-math.huge, math.huge))) end
--> mods/evil/main.lua:2: onAttack of mod evil: nil120
