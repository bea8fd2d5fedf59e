-- Doubles a string until memory is gone.
function onAttack(a) local s = "x" while true do s = s .. s end end
--> mods/evil/main.lua:2: onAttack of mod evil: a string has at most 65536 bytes
