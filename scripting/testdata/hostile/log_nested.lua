-- Logs a table that holds itself.
function onAttack(a) local t = {} t[1] = t log(t) end
--> mods/evil/main.lua:2: onAttack of mod evil: log: text cannot be a table
