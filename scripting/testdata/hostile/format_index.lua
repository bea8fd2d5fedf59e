-- Uses one argument often, as Go formats can.
function onAttack(a) local s = string.format("%[1]s%[1]s", ("x"):rep(60000)) end
--> mods/evil/main.lua:2: onAttack of mod evil: string.format: "%[1]s%[1]s" is not understood
