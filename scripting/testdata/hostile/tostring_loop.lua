-- Makes texts without end.
function onAttack(a) local n = 1 while true do n = n * 1.0001 local s = tostring(n) .. tostring(a.by) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
