-- Compares long captures again and again.
function onAttack(a) local s = ("x"):rep(60000) local r = s:find("(.*)%1%1b") end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
