-- Changes what it has declared.
local t = { name = "x" } option(t) t.name = nil t[1] = t function onAttack(a) end
--> well
