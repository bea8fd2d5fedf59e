-- Reads a field that nothing has.
function onAttack(a) local k = "nothing" local x = battle[k] end
