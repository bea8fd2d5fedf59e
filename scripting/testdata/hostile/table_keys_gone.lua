-- Puts in keys and takes them out, which leaves them behind.
function onAttack(a) local t = {} local i = 0 while true do i = i + 0.5 t[i + 0.25] = 1 t[i + 0.25] = nil end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
