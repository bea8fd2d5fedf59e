-- Balances from each place of a long string.
function onAttack(a) local r = ("("):rep(60000):find("%b()") end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
