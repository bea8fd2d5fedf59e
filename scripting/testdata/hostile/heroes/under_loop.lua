-- Asks what lies on stacks without end.
function onAttack(a) while true do for _, s in ipairs(battle.stacks) do s:under("slow") s:has("flying") end end end
