-- Grows a string by replacing.
function onAttack(a) local s = "x" while true do s = s:gsub("x", "xx") end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
