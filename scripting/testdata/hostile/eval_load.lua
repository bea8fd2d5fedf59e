-- Makes code from text.
function onAttack(a) local f = loadstring("while true do end") end
--> mods/evil/main.lua:2:32: loadstring is not available: code is never made while the game runs; write a function
