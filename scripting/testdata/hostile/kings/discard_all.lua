-- Discards everybody. It changes the battle.
function onAttack(a) for _, c in ipairs(battle.counters) do battle:discard(c) end end
