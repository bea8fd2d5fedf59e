-- Breaches walls and mends them. It changes the battle.
function onAttack(a) while true do battle:set_walls("breached") battle:set_walls("intact") end end
