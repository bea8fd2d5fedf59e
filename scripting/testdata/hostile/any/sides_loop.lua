-- Asks for all sides without end.
function onAttack(a) while true do local s = battle.sides end end
