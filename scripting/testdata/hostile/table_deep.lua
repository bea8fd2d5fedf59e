-- Makes tables in tables.
function onAttack(a) local t = {} while true do t = { t } end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
