-- Formats what is not there.
function onAttack(a) string.format("%d %d", 1) end
--> mods/evil/main.lua:2: onAttack of mod evil: string.format: there are more directives than arguments
