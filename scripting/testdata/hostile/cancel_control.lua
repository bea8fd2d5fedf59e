-- Cancels with what a terminal obeys.
function onAttack(a) return cancel("\27[2J\n\nround 1: it was the other\226\128\174") end
--> canceled: [2J

round 1: it wa
