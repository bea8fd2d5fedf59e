-- Counts to what is no number.
function onAttack(a) for i = 1, 0/0 do error("never") end for i = 0/0, 1 do error("never") end error("well") end
--> mods/evil/main.lua:2: onAttack of mod evil: well
