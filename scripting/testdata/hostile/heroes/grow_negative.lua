-- Puts less than nothing under a stack. It changes the battle.
function onAttack(a) battle:grow(battle.stacks[1], "orc", -5) end
