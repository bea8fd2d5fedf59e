-- Replaces each character by a long text.
function onAttack(a) local r = ("x"):rep(60000):gsub("x", ("y"):rep(60000)) end
--> mods/evil/main.lua:2: onAttack of mod evil: a string has at most 65536 bytes
