-- Writes objects as texts without end.
function onAttack(a) while true do local s = tostring(battle) .. tostring(battle.round) end end
