-- Rolls a die without sides.
function onAttack(a) roll(0) end
