-- Looks as far as it can at each place.
function onAttack(a) local s = ("x"):rep(60000) local r = s:find("x-y") end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
