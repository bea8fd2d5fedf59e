-- Fails in every hook that only looks. It changes the battle.
function onOffer() error("offer") end function onOfferAgainst() error("target") end function onMayAct() error("act") end function onAttack() error("attack") end function onDefense() error("defense") end function onPhase() error("phase") end
