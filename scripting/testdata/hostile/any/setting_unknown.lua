-- Asks for settings that are not there.
function onAttack(a) setting("nothing") end
