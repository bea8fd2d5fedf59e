-- Takes nearly all steps of a call that may only look, and ends well.
function onAttack(a) for i = 1, 9000 do end end
--> well
