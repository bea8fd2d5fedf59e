-- Asks without end. It changes the battle.
function onAttack(a) while true do choose(battle.defender, "Well?", { "yes", "no" }) end end
