-- Remembers an object.
function onAttack(a) battle:remember("k", battle) end
