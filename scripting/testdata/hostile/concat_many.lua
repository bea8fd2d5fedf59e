-- Joins many long texts with one instruction.
function onAttack(a) local s = ("x"):rep(1000) while true do local r = s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
