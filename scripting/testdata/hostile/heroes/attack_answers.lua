-- Has both sides of an attack attack each other at every death, and asks for scores that depend on each other. It changes the battle.
function onDeath(death) for _ = 1, 3 do if death.by and death.by:reaches(death.stack) then battle:attack(death.by, death.stack) battle:attack(death.stack, death.by) end end end
function onDefense(defense) defense.bonus = defense.by:attack_score(defense.at) end
function onAttack(attack) attack.bonus = attack.by:defense_score(attack.at) end
