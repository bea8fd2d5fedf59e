-- Scores each attack with nearly all steps of a call. It changes the battle.
function onAttack() for i = 1, 45000 do end end
