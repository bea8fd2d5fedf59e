-- Looks for frontiers.
function onAttack(a) local s = ("x "):rep(30000) while true do s:find("%f[%z]y") end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
