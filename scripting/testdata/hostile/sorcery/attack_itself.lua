-- Inflicts losses at every death and every loss, without end. It changes the battle.
function onDeath(death) for _ = 1, 1000 do battle:attack(death.unit, 100, 1000) end end
function onLosses(losses) losses.points = losses.points + 100000 end
function onDemoralized(shaken) battle:rally(shaken.unit) battle:attack(shaken.unit, 100, 1000) end
function onRallied(rally) battle:demoralize(rally.unit) end
