-- Returns more than it should.
function onAttack(a) return cancel("x"), 1, 2, 3 end
--> mods/evil/main.lua:2:22: a hook returns nothing or cancel("why"); 0 and false are no veto
mods/evil/main.lua:2:29: cancel is only for the result of a hook: write return cancel("why") in it
