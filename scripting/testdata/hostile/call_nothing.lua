-- Calls what is nothing.
function onAttack(a) local f = a.why f() end
--> mods/evil/main.lua:2: f is a string or nil, which cannot be called
