-- Replaces by captures, which grows.
function onAttack(a) local s = ("x"):rep(500) while true do local r = s:gsub("(.)", "%1%1%1%1%1%1%1%1") end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
