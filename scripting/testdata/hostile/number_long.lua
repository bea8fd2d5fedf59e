-- Calculates with long strings, which is one instruction.
function onAttack(a) local s = ("1"):rep(65000) while true do local b = s + s end end
--> mods/evil/main.lua:2: onAttack of mod evil: cannot add a string (s) and a string (s)
