-- Logs what a terminal obeys.
function onAttack(a) log("\27[2J\7\13\n\nattacker wins\226\128\174") end
--> well
