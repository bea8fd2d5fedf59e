-- Overflows the stack of the matcher with options.
function onAttack(a) local r = ("x"):rep(60000):find(("x?"):rep(30000)) end
--> mods/evil/main.lua:2: onAttack of mod evil: the pattern is too complex
