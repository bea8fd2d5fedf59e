-- Fails in every hook that only looks. It changes the battle.
function onStrength() error("strength") end function onDefense() error("defense") end function onCost() error("cost") end function onSees() error("sees") end function onLimit() error("limit") end
