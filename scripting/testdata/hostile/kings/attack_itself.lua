-- Attacks whenever a die hits, and whenever a hit lands, without end. It changes the battle.
function onHit(roll) roll.hits = 1000 battle:attack(roll.counter, roll.at) end
function onDamage(damage) for _ = 1, 1000 do battle:attack(damage.counter, damage.counter.side.enemies[1], 6) end end
