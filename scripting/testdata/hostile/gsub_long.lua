-- Replaces in a long string, with an empty pattern.
function onAttack(a) local s = ("x"):rep(60000) while true do s = s:gsub("", ""):gsub("x", "x") end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
