-- Makes matching iterators without end.
function onAttack(a) while true do for w in ("x y z"):gmatch("%a") do end end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
