-- Keeps long texts in the fields of a table.
function onAttack(a) local t = {} local s = ("x"):rep(30000) while true do t[#t + 1] = s .. #t end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
