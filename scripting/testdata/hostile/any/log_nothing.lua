-- Logs nothing and numbers.
function onAttack(a) log(0/0) log(true) log(battle) log("") end
