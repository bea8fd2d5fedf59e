-- Has every attack rolled with giant dice. It changes the battle.
function onDice(dice) dice.count = 50 dice.sides = 1000 end
