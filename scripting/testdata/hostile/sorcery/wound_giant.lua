-- Wounds without end. It changes the battle.
function onAttack(a) while true do battle:wound(battle.units[1], 1e9) end end
