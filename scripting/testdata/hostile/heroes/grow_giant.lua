-- Puts more cards under a stack than there can be. It changes the battle.
function onAttack(a) battle:grow(battle.stacks[1], "orc", 1e300) end
