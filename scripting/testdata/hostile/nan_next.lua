-- Asks for what follows no number.
function onAttack(a) next({}, 0/0) end
--> mods/evil/main.lua:2: onAttack of mod evil: next: the key is nan
