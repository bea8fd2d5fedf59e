-- Keeps something between hooks in a table of the file.
local seen = { list = { {} } } function onAttack(a) seen.list[1][1] = 1 end
--> mods/evil/main.lua:2: onAttack of mod evil: this table is frozen after loading: what must last, the battle, a side or a stack remembers
