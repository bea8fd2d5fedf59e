-- Remembers and forgets without end.
function onAttack(a) local i = 0 while true do i = i + 1 battle:remember("k" .. i, 1) battle:remember("k" .. i) end end
