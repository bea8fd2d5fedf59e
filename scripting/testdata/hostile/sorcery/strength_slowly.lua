-- Counts each strength with nearly all steps of a call. It changes the battle.
function onStrength() for i = 1, 45000 do end end
