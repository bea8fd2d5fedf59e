-- Summons without end. It changes the battle.
function onAttack(a) while true do battle:summon(battle.defender, "melee", "orc", 1000) end end
