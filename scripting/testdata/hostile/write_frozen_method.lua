-- Adds a method to a table of the file.
local seen = {} function onAttack(a) function seen:get() return 1 end end
--> mods/evil/main.lua:2: onAttack of mod evil: this table is frozen after loading: what must last, the battle, a side or a stack remembers
