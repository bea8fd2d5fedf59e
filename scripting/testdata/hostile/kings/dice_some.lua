-- Gives each counter many dice. It changes the battle.
function onDice(dice) dice.count = 50 end
