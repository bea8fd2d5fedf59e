-- Makes a counter stronger than numbers go. It changes the battle.
function onAttack(a) while true do battle:strengthen(battle.counters[1], 1e9) end end
