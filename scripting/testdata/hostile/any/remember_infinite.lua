-- Remembers infinity.
function onAttack(a) battle:remember("k", -math.huge) end
