-- Remembers a function.
function onAttack(a) battle:remember("k", function() end) end
