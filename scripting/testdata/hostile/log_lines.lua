-- Logs very many lines in one.
function onAttack(a) log(("x\n"):rep(30000)) end
--> well
