-- Gives a giant reason.
function onAttack(a) return cancel(("x"):rep(65000)) end
--> canceled: xxxxxxxxxxxxxxxxxxxx
