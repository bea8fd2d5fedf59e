-- Formats the beginning of a long text.
function onAttack(a) local s = ("x"):rep(60000) while true do local r = string.format("%.5s%99.2s", s, s) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
