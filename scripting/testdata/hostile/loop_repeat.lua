-- Never ends, repeating.
function onAttack(a) repeat local x = 1 until x == 2 end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
