-- Remembers what is no number.
function onAttack(a) battle:remember("k", 0/0) end
