-- Asks for the same twice.
function onAttack(a) choose(battle.sides[1], "Well?", { "yes", "yes" }) end
