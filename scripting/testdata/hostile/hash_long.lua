-- Uses long strings as keys, which is one instruction.
function onAttack(a) local t, s = {}, ("x"):rep(65000) while true do local b = t[s] or t[s] or t[s] end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
