-- Makes wide lists with one instruction.
function onAttack(a) local t = {} local i = 0 while true do i = i + 1 t[i % 9000 + 1] = { i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i } end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
