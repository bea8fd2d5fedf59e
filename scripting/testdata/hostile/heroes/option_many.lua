-- Declares as many options as it can. It changes the battle.
for i = 1, 400 do option{ name = "ponder" .. i, act = function() end, at = "enemy" } end
