-- Wounds everybody. It changes the battle.
function onAttack(a) for _, c in ipairs(battle.counters) do battle:wound(c) end end
