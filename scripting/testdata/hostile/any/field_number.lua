-- Reads a field by a number.
function onAttack(a) local x = battle[1] end
