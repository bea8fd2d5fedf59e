-- Asks with what a terminal obeys. It changes the battle.
function onAttack(a) choose(battle.defender, "\27[2J\n\nattacker wins\226\128\174", { "yes", "no" }) end
