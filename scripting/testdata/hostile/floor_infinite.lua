-- Rounds what has no whole number.
function onAttack(a) error(tostring(math.floor(math.huge)) .. tostring(math.ceil(-math.huge)) .. tostring(math.floor(0/0))) end
--> mods/evil/main.lua:2: onAttack of mod evil: inf-infnan
