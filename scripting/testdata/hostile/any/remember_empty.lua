-- Remembers under no name.
function onAttack(a) battle:remember("", 1) battle:remember(nil, 1) end
