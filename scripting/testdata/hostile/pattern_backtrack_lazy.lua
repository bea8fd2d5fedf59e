-- Backtracks with lazy repeats.
function onAttack(a) local s = ("a"):rep(500) local r = s:find((".-"):rep(15) .. "b") end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
