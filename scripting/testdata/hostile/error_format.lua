-- Raises what formats take for orders.
function onAttack(a) error("%s%d%v%n" .. ("%s"):rep(1000)) end
--> mods/evil/main.lua:2: onAttack of mod evil: %s%d%v%n%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s
