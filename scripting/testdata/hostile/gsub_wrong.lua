-- Replaces by what is no text.
function onAttack(a) ("x"):gsub("x", function() return {} end) end
--> mods/evil/main.lua:2: onAttack of mod evil: string.gsub: a replacement is a string, not a table
