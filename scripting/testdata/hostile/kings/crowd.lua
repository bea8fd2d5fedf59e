-- Has no room anywhere. It changes the battle.
function onRetreat() return cancel("no") end
