-- Overflows the ends of an argument list.
function onAttack(a) local t = { unpack({}, -1e308, 1e308) } end
--> mods/evil/main.lua:2: onAttack of mod evil: unpack: at most 250 values
