-- Logs a function.
function onAttack(a) log(log) end
--> mods/evil/main.lua:2: onAttack of mod evil: log: text cannot be a function
