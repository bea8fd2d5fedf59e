-- Puts cards under each stack in each call, and ends well. It changes the battle.
function onAttack(a) for _, s in ipairs(battle.stacks) do battle:grow(s, "orc", 20) end end
