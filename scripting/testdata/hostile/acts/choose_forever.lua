-- Asks without end. It changes the battle.
function onAttack(a) while true do choose(battle.sides[1], "Well?", { "yes", "no" }) end end
