-- Asks nobody.
function onAttack(a) choose(nil, "Well?", { "yes" }) end
