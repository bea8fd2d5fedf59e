-- Remembers a giant text.
function onAttack(a) battle:remember("k", ("x"):rep(65000)) end
