-- Asks for what cannot be typed.
function onAttack(a) choose(battle.defender, "Well?", { "", " ", "\27[2J" }) end
