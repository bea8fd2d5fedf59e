-- Claims what is not so.
function onAttack(a) assert(nil) end
--> mods/evil/main.lua:2: onAttack of mod evil: assertion failed
