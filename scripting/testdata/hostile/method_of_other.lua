-- Calls a method on what it does not belong to.
function onAttack(a) local has = a.safe and 1 or a.by.has end function onRound(r) end
--> mods/evil/main.lua:2: stack: "has" is called with a colon: a.by:has(...)
