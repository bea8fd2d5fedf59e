-- Weighs an option with nearly all steps of a call. It changes the battle.
option{ name = "ponder", act = function() end, worth = function() for i = 1, 45000 do end return 1 end }
