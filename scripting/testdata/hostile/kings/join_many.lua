-- Has counters join without end. It changes the battle.
function onAttack(a) while true do battle:join(battle.sides[1], "troll") end end
