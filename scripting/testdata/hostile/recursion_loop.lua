-- Iterates within an iterator.
local function f() for x in f do end end function onAttack(a) f() end
--> mods/evil/main.lua:2: onAttack of mod evil: functions call each other too deep
