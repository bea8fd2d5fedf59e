-- Uses tables as keys.
function onAttack(a) local t = {} while true do t[{}] = {} end end
--> mods/evil/main.lua:2: onAttack of mod evil: a table takes at most 10000 keys
