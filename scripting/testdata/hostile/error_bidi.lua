-- Raises what turns the text around.
function onAttack(a) error("\226\128\174live\226\128\172 \226\129\166x\226\129\169") end
--> mods/evil/main.lua:2: onAttack of mod evil:  live   x
