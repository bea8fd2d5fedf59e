-- Gives losses back. It changes the battle.
function onLosses(l) l.score = -1e9 end
