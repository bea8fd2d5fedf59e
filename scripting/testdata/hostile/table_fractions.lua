-- Writes between the places of a list.
function onAttack(a) local t = {} local i = 0 while true do i = i + 0.001 t[i] = i end end
--> mods/evil/main.lua:2: onAttack of mod evil: a table takes at most 10000 keys
