-- Repeats without end.
function onAttack(a) local s = ("x"):rep(math.huge) end
--> mods/evil/main.lua:2: onAttack of mod evil: a string has at most 65536 bytes
