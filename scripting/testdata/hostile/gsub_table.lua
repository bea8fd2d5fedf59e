-- Replaces by what stands in a table.
function onAttack(a) local t, s = { x = ("y"):rep(1000) }, ("x"):rep(60000) while true do local r = s:gsub("x", t) end end
--> mods/evil/main.lua:2: onAttack of mod evil: a string has at most 65536 bytes
