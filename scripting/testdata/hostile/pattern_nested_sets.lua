-- Matches many long sets.
function onAttack(a) local s, p = ("x"):rep(3000), ("[" .. ("y"):rep(1000) .. "x]*"):rep(30) local r = s:find(p .. "z") end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
