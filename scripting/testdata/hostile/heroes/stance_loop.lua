-- Gives stances and takes them. It changes the battle.
function onAttack(a) local s = battle.stacks[1] while true do battle:stance(s, "protect") battle:stance(s, "none") end end
