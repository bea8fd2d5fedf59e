-- Puts more and more keys into a table.
function onAttack(a) local t = {} local i = 0 while true do i = i + 1 t["k" .. i] = i end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
