-- Joins with a long separator.
function onAttack(a) local t = {} for i = 1, 9000 do t[i] = "" end local r = table.concat(t, ("x"):rep(60000)) end
--> mods/evil/main.lua:2: onAttack of mod evil: a string has at most 65536 bytes
