-- Matches what backtracks while it is loaded.
local r = ("a"):rep(30):find(("a*"):rep(20) .. "c") function onAttack(a) end
--> mods/evil/main.lua:2: spent its 1000000 steps
