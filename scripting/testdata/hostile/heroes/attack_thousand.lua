-- Attacks a thousand times in a hook. It changes the battle.
function onMiss(attack) for _ = 1, 1000 do battle:attack(attack.by, attack.at, "fireball", 0) end end
