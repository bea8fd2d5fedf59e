-- Matches a pattern that backtracks exponentially.
function onAttack(a) local s = ("a"):rep(30) .. "b" local r = s:find(("a*"):rep(20) .. "c") end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
