-- Recalls what is no name.
function onAttack(a) battle:recall({}) end
