-- Kills everybody. It changes the battle.
function onAttack(a) for _, s in ipairs(battle.stacks) do battle:kill(s, 1000) end end
