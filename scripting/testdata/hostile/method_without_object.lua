-- Calls a method without its object.
function onAttack(a) local k = "has" local has = a.by[k] has("brave") end
--> mods/evil/main.lua:2: onAttack of mod evil: stack:has takes 1 argument, not 0
