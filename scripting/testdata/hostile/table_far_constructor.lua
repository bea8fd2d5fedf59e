-- Writes far behind the end of a list, in a constructor.
function onAttack(a) local n = 67108863 local t = { [n] = 1 } end
--> well
