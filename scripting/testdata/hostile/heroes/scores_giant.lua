-- Makes all scores giant. It changes the battle.
function onAttack(attack) attack.score = 1e300 attack.factor = 1e300 attack.bonus = 1e300 end
