-- Makes all values giant. It changes the battle.
function onValue(value) value.score = 1e300 end
