-- Writes a field that an object does not have.
function onAttack(a) local by = a.safe and {} or a.by by.powers = 3 end
--> mods/evil/main.lua:2: onAttack of mod evil: stack has no field "powers": known are level, name, wounds, friends, leader
