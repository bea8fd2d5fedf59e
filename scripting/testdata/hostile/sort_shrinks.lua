-- Takes the list away while it is sorted.
function onAttack(a) local t = { 3, 2, 1, 5, 4 } table.sort(t, function(x, y) for i = 5, 1, -1 do t[i] = nil end return x < y end) error(#t) end
--> mods/evil/main.lua:2: onAttack of mod evil: 5
