-- Returns itself.
function onAttack(a) return function() return a end end
--> mods/evil/main.lua:2: a hook returns nothing or cancel("why"); 0 and false are no veto
