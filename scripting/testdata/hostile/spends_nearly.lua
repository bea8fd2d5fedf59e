-- Takes nearly all steps of a call, and ends well.
function onAttack(a) for i = 1, 45000 do end end
--> well
