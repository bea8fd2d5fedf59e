-- Counts down to where no number ends.
function onAttack(a) for i = 1, -math.huge, -1 do end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
