-- Remembers more values than there is room for.
function onAttack(a) for i = 1, 5000 do battle:remember("k" .. i, i) end end
