-- Eliminates everybody. It changes the battle.
function onAttack(a) for _, u in ipairs(battle.units) do battle:eliminate(u) end end
