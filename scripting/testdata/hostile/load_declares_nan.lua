-- Declares what is no number.
option{ name = "x", cost = 0/0 }
--> mods/evil/main.lua:2: option: cost is nan: must be a finite number
