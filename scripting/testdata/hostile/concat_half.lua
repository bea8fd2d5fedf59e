-- Joins two texts of half the greatest length.
function onAttack(a) local s = ("x"):rep(32000) while true do local r = s .. s end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
