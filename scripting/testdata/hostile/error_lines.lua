-- Raises very many lines.
function onAttack(a) error(("x\n"):rep(30000)) end
--> mods/evil/main.lua:2: onAttack of mod evil: x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x
