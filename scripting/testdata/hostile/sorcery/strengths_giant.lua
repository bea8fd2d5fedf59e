-- Makes all strengths giant. It changes the battle.
function onStrength(s) s.score = 1e300 s.factor = 1e300 end
