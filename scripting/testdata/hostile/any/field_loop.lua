-- Reads a field of the game without end.
function onAttack(a) while true do local s = battle.round end end
