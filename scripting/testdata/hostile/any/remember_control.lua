-- Remembers what a terminal obeys.
function onAttack(a) battle:remember("\27[2J\n", "\27[2J\n\226\128\174") log(battle:recall("\27[2J\n")) end
