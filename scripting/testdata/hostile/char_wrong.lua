-- Makes a character that is none.
function onAttack(a) string.char(-1) end
--> mods/evil/main.lua:2: onAttack of mod evil: string.char: argument 1 is 0 to 255
