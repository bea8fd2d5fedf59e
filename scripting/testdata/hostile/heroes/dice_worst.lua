-- Has every attack rolled with very many dice, of which the worst counts. It changes the battle.
function onDice(dice) dice.count = 1000 dice.worst = true end
