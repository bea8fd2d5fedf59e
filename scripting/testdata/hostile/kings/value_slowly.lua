-- Values each counter with nearly all steps of a call. It changes the battle.
function onValue() for i = 1, 45000 do end end
