-- Asks for a setting with a giant name.
function onAttack(a) setting(("x"):rep(60000)) end
