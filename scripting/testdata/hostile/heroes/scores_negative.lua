-- Makes all scores negative. It changes the battle.
function onDefense(defense) defense.score = -1e9 end
