-- Overflows the length of a repeated string.
function onAttack(a) local s = ("xy"):rep(2 ^ 62) end
--> mods/evil/main.lua:2: onAttack of mod evil: a string has at most 65536 bytes
