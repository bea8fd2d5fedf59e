-- Weighs an option by what is no number. It changes the battle.
option{ name = "ponder", act = function() end, worth = function() return 0/0 end }
