-- Remembers under giant names.
function onAttack(a) battle:remember(("k"):rep(60000), 1) end
