-- Makes texts of many characters.
function onAttack(a) local t = {} for i = 1, 240 do t[i] = 120 end while true do local s = string.char(unpack(t)) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
