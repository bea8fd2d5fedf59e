-- Reads giant numbers.
function onAttack(a) local s = ("9"):rep(65000) while true do tonumber(s) tonumber(s, 36) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
