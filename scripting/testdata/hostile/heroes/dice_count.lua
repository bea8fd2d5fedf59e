-- Has every attack rolled with many dice. It changes the battle.
function onDice(dice) dice.count = 7 end
