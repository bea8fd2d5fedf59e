-- Raises what a terminal obeys.
function onAttack(a) error("\27[2J\7\8\13mods/good/main.lua:1: it was the other\n\nmods/good/main.lua:1: it was the other") end
--> mods/evil/main.lua:2: onAttack of mod evil:  [2J   mods/good/main.lua:1: it was the other  mods/good/main.lua:1: it was the other
