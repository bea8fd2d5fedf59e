-- Writes past what protects a table.
function onAttack(a) rawset(a.by, "level", 3) end
--> mods/evil/main.lua:2:22: rawset is not available: there are no metatables, so t[k] = v is the same
