-- Logs giant texts.
function onAttack(a) while true do log(("x"):rep(65000)) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
