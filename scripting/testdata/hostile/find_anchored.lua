-- Looks behind the end.
function onAttack(a) error(tostring(("x"):find("", 1e300)) .. tostring(("x"):find("x", -1e300))) end
--> mods/evil/main.lua:2: onAttack of mod evil: nil1
