-- Asks for nothing.
function onAttack(a) choose(battle.defender, "Well?", {}) end
