-- Logs a dozen long texts in each call, and ends well.
function onAttack(a) for i = 1, 12 do log(("x"):rep(500) .. i) end end
