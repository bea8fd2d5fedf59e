-- Writes a number that is none.
function onAttack(a) a.by.wounds = 0/0 end
--> mods/evil/main.lua:2: onAttack of mod evil: stack.wounds is nan: must be a finite number
