-- Never ends while it is loaded.
while true do end
--> mods/evil/main.lua:2: spent its 1000000 steps
