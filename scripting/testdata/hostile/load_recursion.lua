-- Calls itself without end while it is loaded.
local function f() return 1 + f() end f()
--> mods/evil/main.lua:2: functions call each other too deep
