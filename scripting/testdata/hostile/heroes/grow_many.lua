-- Puts a thousand cards under a stack, again and again. It changes the battle.
function onAttack(a) while true do battle:grow(battle.stacks[1], "orc", 1000) end end
