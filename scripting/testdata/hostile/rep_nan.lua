-- Repeats so often as no number says.
function onAttack(a) local s = ("x"):rep(0/0) error(#s) end
--> mods/evil/main.lua:2: onAttack of mod evil: string.rep: argument 2 is nan
