-- Marks a counter with what is no mark. It changes the battle.
function onAttack(a) battle:mark(battle.counters[1], { ("x"):rep(60000) }) end
