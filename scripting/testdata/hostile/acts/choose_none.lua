-- Asks for nothing.
function onAttack(a) choose(battle.sides[1], "Well?", {}) end
