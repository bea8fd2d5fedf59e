-- Has a counter change sides without end. It changes the battle.
function onAttack(a) local c = battle.counters[1] while true do for _, s in ipairs(battle.sides) do battle:change(c, s) end end end
