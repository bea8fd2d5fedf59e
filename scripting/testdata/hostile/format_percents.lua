-- Formats percent signs only.
function onAttack(a) while true do local s = string.format(("%%"):rep(30000)) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
