-- Spends all of loading, and fails when a blow is struck. It changes the battle.
for i = 1, 450000 do end function onAttack() error("struck") end
