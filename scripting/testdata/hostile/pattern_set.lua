-- Scans a long set for each character.
function onAttack(a) local r = ("x"):rep(60000):find("[" .. ("y"):rep(60000) .. "]") end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
