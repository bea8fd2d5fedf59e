-- Repeats nothing very often.
function onAttack(a) while true do local s = (""):rep(1e9) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
