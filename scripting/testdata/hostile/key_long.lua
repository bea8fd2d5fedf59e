-- Makes long texts and uses each as a key.
function onAttack(a) local t, s, i = {}, ("x"):rep(60000), 0 while true do i = i + 1 t[s .. i] = 1 end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
