-- Declares what is no number.
option{ name = "x", cost = 0/0 }
--> well
