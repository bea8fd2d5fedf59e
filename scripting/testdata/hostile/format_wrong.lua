-- Formats what is of another type.
function onAttack(a) string.format("%d", {}) end
--> mods/evil/main.lua:2: onAttack of mod evil: string.format: argument 2 is a number, not a table
