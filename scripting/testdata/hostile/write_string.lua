-- Writes to a string.
function onAttack(a) local s = a.safe and {} or "x" s.len = 1 end
--> mods/evil/main.lua:2: onAttack of mod evil: cannot set field "len" of string
