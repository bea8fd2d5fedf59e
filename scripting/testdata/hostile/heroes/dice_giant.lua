-- Has every attack rolled with more dice than there are. It changes the battle.
function onDice(dice) dice.count = 1e300 end
