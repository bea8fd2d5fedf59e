-- Rallies and demoralizes without end. It changes the battle.
function onAttack(a) while true do battle:demoralize(battle.units[1]) battle:rally(battle.units[1]) end end
