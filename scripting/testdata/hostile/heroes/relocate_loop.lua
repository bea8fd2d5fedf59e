-- Moves a stack to and fro. It changes the battle.
function onAttack(a) local s = battle.stacks[1] while true do battle:relocate(s, "ranged") battle:relocate(s, "melee") end end
