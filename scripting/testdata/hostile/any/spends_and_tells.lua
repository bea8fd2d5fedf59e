-- Takes many steps in each call, remembers and tells, and ends well.
function onAttack(a) for i = 1, 20000 do end battle:remember("n", (battle:recall("n") or 0) + 1) log("n " .. battle:recall("n")) end
