-- Makes many small tables and keeps them.
function onAttack(a) local t = {} local i = 0 while true do i = i + 1 t[i % 9000 + 1] = { { x = 1 }, { y = 2 }, {} } end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
