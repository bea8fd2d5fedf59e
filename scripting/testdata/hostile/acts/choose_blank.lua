-- Asks for what cannot be typed.
function onAttack(a) choose(battle.sides[1], "Well?", { "", " ", "\27[2J" }) end
