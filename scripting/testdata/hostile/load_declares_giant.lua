-- Declares a giant name.
option{ name = ("x"):rep(65000) }
--> well
