-- Declares an empty name.
option{ name = "" } option{ name = " " } option{ name = "\27[2J" } option{ name = "\226\128\174" }
--> mods/evil/main.lua:2: option: name is "\x1b[2J": take out the control character U+001B
