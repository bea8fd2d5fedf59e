-- Changes an option when it is declared. It changes the battle.
local t = { name = "ponder", act = function() end } option(t) t.act = nil t.name = "pass" t.worth = 3
