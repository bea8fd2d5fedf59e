-- Cuts long texts, each piece of which keeps the whole.
function onAttack(a) local t = {} local i = 0 while true do i = i + 1 t[i % 9000 + 1] = (("x"):rep(60000) .. i):sub(1, 30) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
