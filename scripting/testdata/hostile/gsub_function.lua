-- Calls a function for each character of a long text.
function onAttack(a) local s = ("x"):rep(60000) while true do s:gsub(".", function() end) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
