-- Never ends, with a step of nothing.
function onAttack(a) for i = 2, 1, 0 do end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
