-- Quotes texts that grow by that.
function onAttack(a) local s = ("\0"):rep(30000) while true do local r = string.format("%q", s) end end
--> mods/evil/main.lua:2: onAttack of mod evil: a string has at most 65536 bytes
