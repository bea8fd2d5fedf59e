-- Remembers texts of the greatest length, each under a long name.
function onAttack(a) for i = 1, 5000 do battle:remember(("k"):rep(60) .. i, ("x"):rep(1000) .. i) end end
