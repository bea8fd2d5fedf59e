-- Matches with as many captures as there are.
function onAttack(a) local s = ("x"):rep(60000) while true do for w in s:gmatch(("()"):rep(31)) do end end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
