-- Asks for all bytes of a long string.
function onAttack(a) local t = { ("x"):rep(60000):byte(1, -1) } end
--> mods/evil/main.lua:2: onAttack of mod evil: string.byte: at most 250 values
