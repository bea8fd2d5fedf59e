-- Changes the case of long texts.
function onAttack(a) local s = ("x"):rep(65000) while true do local r = s:upper():lower():reverse() end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
