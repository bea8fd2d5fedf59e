-- Lays effects on everybody without end. It changes the battle.
function onAttack(a) while true do for _, s in ipairs(battle.stacks) do battle:affect(s, "slow", 1e9) end end end
