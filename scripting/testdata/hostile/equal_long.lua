-- Compares long texts that are the same, which is one instruction.
function onAttack(a) local s, r = ("x"):rep(65000), ("x"):rep(65000) while true do local b = s == r or s ~= r end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
