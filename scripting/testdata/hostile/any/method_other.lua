-- Calls a method on another object.
function onAttack(a) local k = "recall" local f = battle[k] f({}, "x") end
