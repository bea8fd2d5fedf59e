-- Joins a list of long strings.
function onAttack(a) local t = {} local s = ("x"):rep(60000) for i = 1, 5000 do t[i] = s end local r = table.concat(t) end
--> mods/evil/main.lua:2: onAttack of mod evil: a string has at most 65536 bytes
