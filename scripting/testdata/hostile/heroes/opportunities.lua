-- Gives stacks very many opportunities. It changes the battle.
function onOpportunities(turn) turn.count = 1e9 end
