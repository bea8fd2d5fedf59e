-- Has no room anywhere. It changes the battle.
function onCrowd(crowd) return cancel("no") end function onRetreat() return cancel("no") end
