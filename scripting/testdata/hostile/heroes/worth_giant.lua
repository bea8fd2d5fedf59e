-- Weighs an option by a giant number. It changes the battle.
option{ name = "ponder", act = function() end, worth = function() return -1e300 end }
