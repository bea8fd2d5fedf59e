-- Weighs an option without end. It changes the battle.
option{ name = "ponder", act = function() end, worth = function() while true do end end }
