-- Never ends, with a step that changes nothing.
function onAttack(a) for i = 1, 2, 5e-324 do end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
