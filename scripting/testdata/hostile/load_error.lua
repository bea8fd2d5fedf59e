-- Fails while it is loaded.
error("\27[2J not at all")
--> mods/evil/main.lua:2: [2J not at all
