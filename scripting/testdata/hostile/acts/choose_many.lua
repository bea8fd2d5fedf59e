-- Asks for one of very many.
function onAttack(a) local t = {} for i = 1, 9000 do t[i] = "w" .. i end choose(battle.defender, "Well?", t) end
