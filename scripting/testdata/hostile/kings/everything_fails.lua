-- Fails in every hook that only looks. It changes the battle.
function onValue() error("value") end function onFights() error("fights") end function onDice() error("dice") end function onPlayable() error("playable") end
