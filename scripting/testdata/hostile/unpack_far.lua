-- Asks for a giant argument list.
function onAttack(a) local t = { unpack({}, 1, 1e8) } end
--> mods/evil/main.lua:2: onAttack of mod evil: unpack: at most 250 values
