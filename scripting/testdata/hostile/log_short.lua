-- Logs short texts without end.
function onAttack(a) while true do log("x") end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
