-- Asks for all counters without end.
function onAttack(a) while true do for _, c in ipairs(battle.counters) do local n = #c.name + c.value end end end
