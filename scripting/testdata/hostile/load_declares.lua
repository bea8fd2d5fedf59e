-- Declares without end.
while true do option{ name = "x" } end
--> mods/evil/main.lua:2: a mod declares at most 500 things
