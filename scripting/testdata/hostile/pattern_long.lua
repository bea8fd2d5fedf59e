-- Matches a pattern that is as long as a text can be.
function onAttack(a) local s = ("x"):rep(65000) while true do s:find(("."):rep(65000)) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
