-- Forbids everything. It changes the battle.
function onOffer() return cancel("no") end function onOfferAgainst() return cancel("no") end function onMayAct() return cancel("no") end
