-- Reads a long number of another base.
function onAttack(a) local s = "0x" .. ("f"):rep(60000) while true do local b = tonumber(s) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
