-- Hands the game what it does not take.
function onAttack(a) local k = a.safe or {} roll(k) end
--> mods/evil/main.lua:2: onAttack of mod evil: roll: sides is a number, not a table
