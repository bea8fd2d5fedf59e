-- Joins many numbers with one instruction.
function onAttack(a) local n = 0.1 while true do local r = n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
