-- Weighs an option by a table. It changes the battle.
option{ name = "ponder", act = function() end, worth = function() return {} end }
