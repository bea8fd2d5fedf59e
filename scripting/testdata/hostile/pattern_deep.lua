-- Overflows the stack of the matcher with captures.
function onAttack(a) local r = ("x"):find(("("):rep(60000)) end
--> mods/evil/main.lua:2: onAttack of mod evil: malformed pattern: too many captures
