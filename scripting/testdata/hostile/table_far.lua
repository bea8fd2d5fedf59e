-- Writes far behind the end of a list.
function onAttack(a) local t = {} t[67108863] = 1 end
--> well
