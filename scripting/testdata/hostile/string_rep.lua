-- Makes a giant string by repeating.
function onAttack(a) local s = ("x"):rep(1e9) end
--> mods/evil/main.lua:2: onAttack of mod evil: a string has at most 65536 bytes
