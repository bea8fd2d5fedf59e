-- Reads numbers from texts, which is one instruction.
function onAttack(a) local s = ("1"):rep(300) while true do local b = s + 0 + s + 0 end end
--> mods/evil/main.lua:2: onAttack of mod evil: cannot add a string (s) and a number
