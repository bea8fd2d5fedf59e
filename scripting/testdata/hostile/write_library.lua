-- Writes to the library through another name.
function onAttack(a) local s = string s = a.safe and {} or s s.rep = nil end
--> mods/evil/main.lua:2: onAttack of mod evil: this is read-only
