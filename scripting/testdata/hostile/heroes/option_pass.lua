-- Declares an option that changes nothing, and is best. It changes the battle.
option{ name = "ponder", act = function() end, worth = function() return 1000 end }
