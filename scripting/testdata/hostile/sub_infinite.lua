-- Cuts a string at infinity.
function onAttack(a) error(("abc"):sub(-math.huge, math.huge)) end
--> mods/evil/main.lua:2: onAttack of mod evil: abc
