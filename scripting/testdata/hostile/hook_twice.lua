-- Writes the hook twice.
function onAttack(a) end function onAttack(b) end
--> mods/evil/main.lua:2: hook "onAttack" is there twice: first on line 2
