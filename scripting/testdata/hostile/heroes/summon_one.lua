-- Summons a stack in each call. It changes the battle.
function onAttack(a) battle:summon(battle.defender, "ranged", "halfling", 1) end
