-- Asks for the same twice.
function onAttack(a) choose(battle.defender, "Well?", { "yes", "yes" }) end
