-- Has everybody strike back very often. It changes the battle.
function onRetaliations(r) r.count = 1e9 end
