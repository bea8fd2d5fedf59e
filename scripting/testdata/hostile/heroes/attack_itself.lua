-- Attacks whenever an attack kills, without end. It changes the battle.
function onKill(attack) attack.kills = 0 battle:attack(attack.by, attack.at, "fireball", 1000) end
