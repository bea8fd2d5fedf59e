-- Rolls a die of no number.
function onAttack(a) roll(0/0) end
