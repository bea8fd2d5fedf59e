-- Gives losses back. It changes the battle.
function onLosses(l) l.points = -1e9 end
