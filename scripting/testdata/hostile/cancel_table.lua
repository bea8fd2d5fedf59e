-- Gives a reason that is no text.
function onAttack(a) local t = a.safe or {} return cancel(t) end
--> mods/evil/main.lua:2: onAttack of mod evil: the reason is a string, not a table
