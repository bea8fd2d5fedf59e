-- Gives each counter very many dice. It changes the battle.
function onDice(dice) dice.count = 1e9 end
