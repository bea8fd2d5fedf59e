-- Calls a method of one kind on another.
function onAttack(a) local k = "has" local has = a.by[k] has(battle, "brave") end
--> mods/evil/main.lua:2: onAttack of mod evil: stack:has is called with a colon
