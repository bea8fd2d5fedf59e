-- Kills the dead. It changes the battle.
function onAttack(a) local s = battle.stacks[1] battle:kill(s, 1000) battle:kill(s, 1000) end
