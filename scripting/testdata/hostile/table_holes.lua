-- Extends a list by holes.
function onAttack(a) for j = 1, 100000 do local t = {} local n = 0 for i = 1, 10 do n = n + 1000 t[n] = 1 end end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
