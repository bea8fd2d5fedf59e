-- Calculates great powers.
function onAttack(a) while true do local x = 2 ^ 1024 end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
