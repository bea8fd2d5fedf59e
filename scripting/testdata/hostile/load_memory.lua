-- Takes all memory while it is loaded.
local t = {} for i = 1, 9000 do t[i] = ("x"):rep(60000) .. i end
--> mods/evil/main.lua:2: took more than 16384 KiB of memory
