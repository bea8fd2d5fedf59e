-- Divides what is far apart while it is loaded.
for i = 1, 1e9 do local x = 1.7e308 % 5e-324 end function onAttack(a) end
--> mods/evil/main.lua:2: spent its 1000000 steps
