-- Scores hits without end. It changes the battle.
function onAttack(a) while true do battle:score(battle.sides[1], 1000) end end
