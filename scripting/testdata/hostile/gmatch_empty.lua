-- Iterates over an empty pattern.
function onAttack(a) while true do for w in ("x"):rep(1000):gmatch("") do end end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
