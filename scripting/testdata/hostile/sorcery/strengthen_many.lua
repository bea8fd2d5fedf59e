-- Strengthens without end. It changes the battle.
function onAttack(a) while true do battle:strengthen(battle.units[1], 1000) end end
