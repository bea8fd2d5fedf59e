-- Reads a number that stands behind many blanks.
function onAttack(a) local s = (" "):rep(60000) .. "1" while true do local b = tonumber(s) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
