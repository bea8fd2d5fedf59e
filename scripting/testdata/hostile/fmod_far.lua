-- Divides with a rest what is far apart, by a function.
function onAttack(a) while true do math.fmod(1.7e308, 5e-324) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
