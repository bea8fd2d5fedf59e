-- Makes an object.
function onAttack(a) newproxy(true) end
--> mods/evil/main.lua:2:22: newproxy is not available: there are no metatables; use plain tables and functions
