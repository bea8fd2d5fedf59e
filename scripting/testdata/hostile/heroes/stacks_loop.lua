-- Asks for all stacks, their cards and fields, without end.
function onAttack(a) while true do for _, s in ipairs(battle.stacks) do local n = s.count + s.level + #s.cards + #s.name end end end
