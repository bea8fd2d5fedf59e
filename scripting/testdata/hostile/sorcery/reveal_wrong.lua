-- Reveals what is no hex. It changes the battle.
function onAttack(a) battle:reveal(battle.sides[1], nil) end
