-- Asks for all units without end.
function onAttack(a) while true do for _, u in ipairs(battle.units) do local n = #u.name + u.strength end end end
