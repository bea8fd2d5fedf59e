-- Logs pieces of long texts, which would keep the whole.
function onAttack(a) local s = ("x"):rep(60000) while true do log((s .. "y"):sub(-30)) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
