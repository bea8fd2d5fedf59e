-- Never ends, counting.
function onAttack(a) for i = 1, math.huge do end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
