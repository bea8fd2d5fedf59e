-- Asks for a giant word with a giant question. It changes the battle.
function onAttack(a) choose(battle.defender, ("?"):rep(60000), { ("x"):rep(60000), "y" }) end
