-- Divides with a rest what is far apart, which takes long for a processor, too.
function onAttack(a) while true do local x = 1e308 % 3e-308 + 1.7e308 % 5e-324 end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
