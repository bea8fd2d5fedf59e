-- Declares an empty name.
option{ name = "" } option{ name = " " } option{ name = "\27[2J" } option{ name = "\226\128\174" }
--> well
