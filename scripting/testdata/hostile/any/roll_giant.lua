-- Rolls a giant die.
function onAttack(a) roll(1e300) end
