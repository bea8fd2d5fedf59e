-- Writes giant numbers while it is loaded.
while true do local s = string.format("%.99f%.99f%.99f%.99f", 1e308, 1e308, 1e308, 1e308) end
--> mods/evil/main.lua:2: took more than 16384 KiB of memory
