-- Weighs an option as better than all. It changes the battle.
option{ name = "ponder", act = function() end, worth = function() return math.huge end }
