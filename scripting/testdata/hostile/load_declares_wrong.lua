-- Declares with values of other types.
option{ name = {}, cost = "x", legal = 3, score = option }
--> mods/evil/main.lua:2:9: name is a string, not a table
mods/evil/main.lua:2:20: cost is a number or nil, not a string
mods/evil/main.lua:2:32: legal is a function or nil, not a number
