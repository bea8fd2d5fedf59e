-- Writes to a string.
function onAttack(a) local s = a.safe and {} or "x" s.len = 1 end
--> mods/evil/main.lua:2: onAttack of mod evil: s is a string, which has no field "len"
