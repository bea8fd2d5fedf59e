-- Writes a field of the game.
function onAttack(a) local b = battle b.round = 1e300 end
