-- Rolls a die with half a side.
function onAttack(a) roll(2.5) end
